import Foundation
import FuzzTargets
import TestSupport
import Testing

/// Every way into the product for bytes from outside, without the fuzzer: fed with honest inputs that were spoilt, and
/// with what crashed it once. A trap ends the test run.
@Suite struct HostileInputTests {
  private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()
  private let seeds: [Seeds.Seed]

  init() throws {
    seeds = try Seeds.read(from: Self.root.appendingPathComponent("Tests/Vectors/sotto"))
  }

  @Test func everyTargetStandsSpoiltInput() {
    var runs = 0
    for seed in seeds where seed.bytes.count <= 4_096 {
      let target = Decoder.all[seed.target]
      target.run(seed.bytes)
      for (number, hostile) in HostileInput(seed.bytes, seed: 7, mutations: 40).enumerated() where number % 11 == 0 {
        target.run(hostile.bytes)
        runs += 1
      }
    }
    for target in Decoder.all { for size in 0..<80 { target.run([UInt8](repeating: UInt8(size), count: size)) } }
    #expect(runs > 10_000)
  }

  @Test func everyStructureHasASeed() {
    let seeded = Set(seeds.map(\.target))
    let without = Decoder.all.indices.filter { !seeded.contains($0) && Decoder.all[$0].reencode != nil }
    #expect(without.map { Decoder.all[$0].name } == [])
  }

  @Test func whatCrashedOnceIsRefused() throws {
    let folder = Self.root.appendingPathComponent("Fuzz/Regressions")
    for file in try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil) {
      let input = [UInt8](try Data(contentsOf: file))
      guard let choice = input.first, Int(choice) < Decoder.all.count else { continue }
      Decoder.all[Int(choice)].run(Array(input.dropFirst()))
    }
  }

  // MARK: Verdicts

  private struct Verdict: Codable, Equatable {
    let structure: String
    let hex: String
    let accepted: Bool
  }

  /// `Tests/Vectors/hostile/verdicts.json`: spoilt inputs, and which of them are an encoding all the same. The reader
  /// in another language has to judge alike, so what a decoder refuses is in the documents too.
  @Test func committedVerdictsHold() throws {
    let file = Self.root.appendingPathComponent("Tests/Vectors/hostile/verdicts.json")
    let verdicts = self.verdicts()
    if ProcessInfo.processInfo.environment["SOTTO_WRITE_VECTORS"] != nil {
      let lines = verdicts.map {
        #"{"structure": "\#($0.structure)", "hex": "\#($0.hex)", "accepted": \#($0.accepted)}"#
      }
      try Data("[\n\(lines.joined(separator: ",\n"))\n]\n".utf8).write(to: file)
    }
    let committed = try JSONDecoder().decode([Verdict].self, from: Data(contentsOf: file))
    #expect(committed.count == verdicts.count)
    for (committed, verdict) in zip(committed, verdicts) { #expect(committed == verdict) }
  }

  /// Some for each structure, from its shortest vector.
  private func verdicts() -> [Verdict] {
    Decoder.all.enumerated().flatMap { index, target -> [Verdict] in
      let own = seeds.filter { $0.target == index && $0.bytes.count <= 600 }
      let shortest = own.min { $0.bytes.count < $1.bytes.count }
      guard let reencode = target.reencode, let seed = shortest else { return [] }
      let inputs = HostileInput(seed.bytes, seed: 11, mutations: 60).map(\.bytes)
      return stride(from: 0, to: inputs.count, by: max(1, inputs.count / 16)).map { number in
        Verdict(
          structure: target.name, hex: hex(inputs[number]), accepted: (try? reencode(inputs[number])) != nil)
      }
    }
  }
}
