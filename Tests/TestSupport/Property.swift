/// A property that does not hold, with the smallest input found that shows it.
public struct PropertyFailure: Error, CustomStringConvertible {
  public let description: String
}

/// Checks `property` on `runs` inputs. The first that fails is shrunk: as long as one of `shrink`'s smaller inputs
/// fails too, it takes its place. The seed in the failure runs it again.
public func forAll<Input>(
  seed: UInt64, runs: Int, generate: (SeededRandom) -> Input, shrink: (Input) -> [Input] = { _ in [] },
  property: (Input) throws -> Void
) throws {
  let random = SeededRandom(seed: seed)
  for run in 0..<runs {
    let input = generate(random)
    do {
      try property(input)
    } catch {
      var smallest = (input: input, error: error)
      var steps = 0
      while steps < 2_000, let smaller = firstFailure(of: shrink(smallest.input), property) {
        smallest = smaller
        steps += 1
      }
      throw PropertyFailure(
        description: "seed \(seed), run \(run), \(steps) steps of shrinking: \(smallest.error) for \(smallest.input)")
    }
  }
}

private func firstFailure<Input>(
  of candidates: [Input], _ property: (Input) throws -> Void
) -> (input: Input, error: any Error)? {
  for candidate in candidates {
    do { try property(candidate) } catch { return (candidate, error) }
  }
  return nil
}

/// Smaller byte strings: halves cut off, single bytes taken out, bytes made zero.
public func shrinkBytes(_ bytes: [UInt8]) -> [[UInt8]] {
  guard !bytes.isEmpty else { return [] }
  let half = bytes.count / 2
  var smaller = [[UInt8](bytes[..<half]), [UInt8](bytes[half...])].filter { $0.count < bytes.count }
  for index in bytes.indices.prefix(256) {
    var without = bytes
    without.remove(at: index)
    smaller.append(without)
    if bytes[index] != 0 {
      var zeroed = bytes
      zeroed[index] = 0
      smaller.append(zeroed)
    }
  }
  return smaller
}

extension SeededRandom {
  public func int(_ range: ClosedRange<Int>) -> Int {
    range.lowerBound + Int(next() % UInt64(range.upperBound - range.lowerBound + 1))
  }

  public func element<Element>(of array: [Element]) -> Element {
    array[int(0...array.count - 1)]
  }
}
