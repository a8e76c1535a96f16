/// Prints one JSON object a line for each row that is named: `{"id", "value", "yardstick"}`. `Benchmarks/run.py` judges.
@main
enum SottoBenchmarks {
  static func main() async throws {
    let arguments = CommandLine.arguments.dropFirst()
    let quick = arguments.contains("--quick")
    for row in arguments where row != "--quick" {
      let measurement = try await measure(row, quick: quick)
      print(
        #"{"id": "\#(row)", "value": \#(measurement.value), "yardstick": \#(measurement.yardstick ?? 0)}"#)
    }
  }

  private static func measure(_ row: String, quick: Bool) async throws -> Measurement {
    switch row {
    case "mlkem-keygen": MLKEMRows.keyGeneration(quick: quick)
    case "mlkem-encaps": try MLKEMRows.encapsulation(quick: quick)
    case "mlkem-decaps": try MLKEMRows.decapsulation(quick: quick)
    case "seal-32": try BundleRows().seal(quick: quick)
    case "open-32": try BundleRows().open(quick: quick)
    case "relay-push": try await RelayPushRow.measure(quick: quick)
    case "send-history": try StoreRows(quick: quick).send()
    case "profile-open": try StoreRows(quick: quick).open()
    default: throw UnknownRow(id: row)
    }
  }
}

struct UnknownRow: Error {
  let id: String
}
