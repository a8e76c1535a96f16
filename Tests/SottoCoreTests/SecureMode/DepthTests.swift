import SottoCore
import Testing

@Suite struct DepthTests {
  @Test func thereAreThirtyTwo() {
    #expect(Depth.all.count == 32)
    #expect(Depth.all.map(\.rawValue) == Array(0...31))
    #expect(Depth(31) == .deepest && Depth(0) == .real)
    for raw in UInt8(32)...255 { #expect(Depth(raw) == nil) }
  }

  @Test func theDeepestHasNoNext() {
    #expect(Depth.real.next == Depth(1))
    #expect(Depth.deepest.next == nil)
    #expect(Depth.real < Depth.deepest)
  }
}
