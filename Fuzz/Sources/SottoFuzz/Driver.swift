import Foundation
import FuzzTargets

/// Called by libFuzzer once, before the first input. With SOTTO_FUZZ_SEEDS, the path of a folder, it writes there one
/// input for each committed vector of a structure that is fuzzed, from SOTTO_FUZZ_VECTORS.
@_cdecl("LLVMFuzzerInitialize")
public func initialize(
  _ count: UnsafeMutablePointer<CInt>?, _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
) -> CInt {
  let environment = ProcessInfo.processInfo.environment
  guard let seeds = environment["SOTTO_FUZZ_SEEDS"], let vectors = environment["SOTTO_FUZZ_VECTORS"] else { return 0 }
  do {
    let folder = URL(fileURLWithPath: seeds)
    // An empty input for each decoder, too.
    let inputs = try Decoder.all.indices.map { [UInt8($0)] }
      + Seeds.read(from: URL(fileURLWithPath: vectors)).map { [UInt8($0.target)] + $0.bytes }
    for (number, input) in inputs.enumerated() {
      try Data(input).write(to: folder.appendingPathComponent("seed-\(number)"))
    }
    print("\(Decoder.all.count) decoders, \(inputs.count) seeds from committed vectors")
  } catch {
    print("no seeds: \(error)")
    return 1
  }
  return 0
}

@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let input = UnsafeBufferPointer(start: start, count: count)
  guard let choice = input.first, Int(choice) < Decoder.all.count else { return -1 }
  Decoder.all[Int(choice)].run(Array(input.dropFirst()))
  return 0
}
