import SottoCore
import SottoStore

/// The place of a row in its table.
typealias RowNumber = SottoStore.Arrival

/// An envelope, as far as it is looked at before its body.
typealias EnvelopeArrival = SottoCore.Arrival
