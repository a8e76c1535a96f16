import SottoCore
import SottoStore

/// An envelope, as far as it is looked at before its body.
typealias EnvelopeArrival = SottoCore.Arrival
