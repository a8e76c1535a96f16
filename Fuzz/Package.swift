// swift-tools-version: 6.2
import PackageDescription

// A package of its own, so that building Sotto does not build it. `scripts/fuzz` builds and runs it: libFuzzer brings
// its own `main`, which SwiftPM cannot link, so this is a static library that the script links with the driver.
let package = Package(
  name: "SottoFuzz",
  products: [.library(name: "SottoFuzz", type: .static, targets: ["SottoFuzz"])],
  dependencies: [.package(name: "Sotto", path: "..")],
  targets: [
    .target(
      name: "SottoFuzz", dependencies: [.product(name: "SottoParts", package: "Sotto")],
      swiftSettings: [.swiftLanguageMode(.v6), .enableUpcomingFeature("ExistentialAny")])
  ]
)
