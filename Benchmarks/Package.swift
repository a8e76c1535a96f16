// swift-tools-version: 6.2
import PackageDescription

// A package of its own, so that building Sotto does not build it.
let package = Package(
  name: "SottoBenchmarks",
  dependencies: [.package(name: "Sotto", path: "..")],
  targets: [
    .executableTarget(
      name: "SottoBenchmarks",
      dependencies: [
        .product(name: "SottoParts", package: "Sotto"), .product(name: "SottoRelay", package: "Sotto"),
      ],
      swiftSettings: [.swiftLanguageMode(.v6)])
  ]
)
