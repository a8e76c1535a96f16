/// A figure and what it is compared with, in the row's unit.
struct Measurement {
  let value: Double
  /// nil where another program measures the yardstick
  let yardstick: Double?
}

/// Takes turns between what is measured and its yardstick, so that both meet the same noise.
enum Stopwatch {
  /// Medians of microseconds per call.
  static func compare(
    quick: Bool, calls: Int, runs: Int = 7, _ measured: () throws -> Void, _ yardstick: () throws -> Void
  ) rethrows -> Measurement {
    let (calls, runs) = quick ? (2, 1) : (calls, runs)
    var values: [Double] = []
    var yardsticks: [Double] = []
    for _ in 0..<runs {
      values.append(try microseconds(calls, measured))
      yardsticks.append(try microseconds(calls, yardstick))
    }
    return Measurement(value: median(values), yardstick: median(yardsticks))
  }

  /// Median of microseconds per call.
  static func time(quick: Bool, calls: Int, runs: Int = 7, _ measured: () throws -> Void) rethrows -> Measurement {
    let (calls, runs) = quick ? (2, 1) : (calls, runs)
    return Measurement(value: median(try (0..<runs).map { _ in try microseconds(calls, measured) }), yardstick: nil)
  }

  private static func microseconds(_ calls: Int, _ body: () throws -> Void) rethrows -> Double {
    let clock = ContinuousClock()
    let start = clock.now
    for _ in 0..<calls { try body() }
    return (clock.now - start) / .microseconds(1) / Double(calls)
  }

  static func median(_ values: [Double]) -> Double {
    let sorted = values.sorted()
    return sorted.count % 2 == 1
      ? sorted[sorted.count / 2] : (sorted[sorted.count / 2 - 1] + sorted[sorted.count / 2]) / 2
  }
}
