// swift-tools-version: 6.2
import PackageDescription

// Layers, from the bottom up. What a target imports is stated here; scripts/check-imports holds that against the code.
//
//   sotto → Sotto → SottoStore, SottoRelayProtocol, SottoTransport → SottoCore → SottoWire → SottoCrypto
//   sotto-relay → SottoRelay → SottoRelayProtocol, SottoTransport

let settings: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .enableUpcomingFeature("ExistentialAny"),
]

func library(_ name: String, _ dependencies: [Target.Dependency], resources: [Resource] = []) -> Target {
  .target(name: name, dependencies: dependencies, resources: resources, swiftSettings: settings)
}

func tests(of name: String, _ dependencies: [Target.Dependency] = []) -> Target {
  .testTarget(
    name: name + "Tests", dependencies: [.target(name: name), "TestSupport"] + dependencies,
    swiftSettings: settings)
}

func system(_ name: String, pkgConfig: String, apt: String) -> Target {
  .systemLibrary(
    name: name, path: "Sources/C/\(name)", pkgConfig: pkgConfig, providers: [.apt([apt])])
}

let package = Package(
  name: "Sotto",
  products: [
    .library(name: "Sotto", targets: ["Sotto"]),
    .library(name: "SottoRelay", targets: ["SottoRelay"]),
    .executable(name: "sotto", targets: ["SottoCommand"]),
    .executable(name: "sotto-relay", targets: ["SottoRelayCommand"]),
    // For Benchmarks/ and Fuzz/, which are packages of their own. No promise of stability.
    .library(
      name: "SottoParts",
      targets: [
        "SottoCrypto", "SottoWire", "SottoCore", "SottoSQLite", "SottoStore", "SottoRelayProtocol", "SottoTransport",
        "CommandLineParsing", "FuzzTargets",
      ]),
  ],
  targets: [
    system("CCrypto", pkgConfig: "libcrypto", apt: "libssl-dev"),
    system("CSSL", pkgConfig: "libssl", apt: "libssl-dev"),
    system("CSodium", pkgConfig: "libsodium", apt: "libsodium-dev"),
    system("CSQLite", pkgConfig: "sqlite3", apt: "libsqlite3-dev"),
    system("CEvent", pkgConfig: "libevent_openssl", apt: "libevent-dev"),
    .systemLibrary(name: "CLinux", path: "Sources/C/CLinux"),
    system("CQREncode", pkgConfig: "libqrencode", apt: "libqrencode-dev"),

    library("SottoCrypto", ["CCrypto", "CSodium"]),
    library("SottoWire", ["SottoCrypto"]),
    library("SottoCore", ["SottoWire", "SottoCrypto"]),
    library("SottoSQLite", ["CSQLite"]),
    library("SottoStore", ["SottoCore", "SottoWire", "SottoCrypto", "SottoSQLite", "CLinux"]),
    library("SottoTransport", ["SottoCrypto", "CEvent", "CSSL"]),
    library("SottoRelayProtocol", ["SottoCore", "SottoWire", "SottoCrypto"]),
    library("SottoRelay", ["SottoRelayProtocol", "SottoTransport", "SottoSQLite", "SottoCore", "SottoCrypto"]),
    library(
      "Sotto",
      ["SottoStore", "SottoRelayProtocol", "SottoTransport", "SottoCore", "SottoWire", "SottoCrypto", "CLinux"]),
    library("CommandLineParsing", []),
    library("CommandLineOutput", ["CommandLineParsing", "SottoCore"]),
    .executableTarget(
      name: "SottoCommand",
      dependencies: [
        "Sotto", "SottoRelayProtocol", "SottoCore", "SottoCrypto", "CommandLineParsing", "CommandLineOutput",
        "CQREncode",
      ],
      swiftSettings: settings),
    .executableTarget(
      name: "SottoRelayCommand",
      dependencies: [
        "SottoRelay", "SottoRelayProtocol", "SottoTransport", "SottoSQLite", "SottoCore", "SottoCrypto",
        "CommandLineParsing", "CommandLineOutput",
      ],
      swiftSettings: settings),

    // Run by scripts/constant-time.
    .systemLibrary(name: "CValgrind", path: "Sources/C/CValgrind"),
    .executableTarget(
      name: "ConstantTimeCheck", dependencies: ["SottoCrypto", "CValgrind"], path: "Tests/ConstantTimeCheck",
      swiftSettings: settings),

    // Here and not in Fuzz/, so that it reaches what only this package sees.
    .target(
      name: "FuzzTargets",
      dependencies: [
        "SottoStore", "SottoRelayProtocol", "SottoCore", "SottoWire", "SottoCrypto", "CommandLineParsing",
      ], path: "Fuzz/Targets", swiftSettings: settings),

    .target(
      name: "TestSupport", dependencies: ["SottoWire", "SottoCrypto"], path: "Tests/TestSupport",
      swiftSettings: settings),
    tests(of: "FuzzTargets"),
    tests(of: "SottoCrypto", ["CCrypto"]),
    tests(of: "SottoWire", ["SottoCrypto"]),
    tests(of: "SottoCore", ["SottoWire", "SottoCrypto"]),
    tests(of: "SottoSQLite"),
    tests(of: "SottoStore", ["StoreKillProbe", "SottoCore", "SottoWire", "SottoCrypto", "SottoSQLite"]),
    .executableTarget(
      name: "StoreKillProbe", dependencies: ["SottoStore", "SottoCore", "SottoCrypto"], path: "Tests/StoreKillProbe",
      swiftSettings: settings),
    tests(of: "SottoTransport", ["CSSL"]),
    tests(of: "SottoRelayProtocol", ["SottoCore", "SottoWire", "SottoCrypto"]),
    tests(
      of: "SottoRelay", ["SottoRelayProtocol", "SottoTransport", "SottoCore", "SottoCrypto", "SottoSQLite"]),
    tests(
      of: "Sotto",
      [
        "SottoRelay", "SottoRelayProtocol", "SottoStore", "SottoSQLite", "SottoTransport", "SottoCore", "SottoCrypto",
      ]),
    tests(of: "CommandLineParsing"),
    tests(of: "CommandLineOutput"),
    tests(of: "SottoCommand", ["Sotto", "SottoRelayProtocol", "SottoCore", "CommandLineParsing"]),
    tests(
      of: "SottoRelayCommand",
      ["SottoRelay", "SottoRelayProtocol", "SottoTransport", "SottoSQLite", "CommandLineOutput"]),
  ]
)
