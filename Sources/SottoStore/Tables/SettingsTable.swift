import SottoWire

/// The records of which there is one each. Valid within the `read` or `write` that gave it.
public struct SettingsTable<Access: StoreAccess> {
  let session: StoreSession

  public func get<Record>(_ setting: Setting<Record>) throws(StoreError) -> Record? {
    try table(setting).get(SettingName(setting.name))
  }

  private func table<Record>(_ setting: Setting<Record>) -> SealedTable<SettingName, Record, Access> {
    SealedTable(TableDefinition("settings"), session)
  }
}

extension SettingsTable where Access == ReadWrite {
  public func put<Record>(_ setting: Setting<Record>, _ record: Record) throws(StoreError) {
    try table(setting).put(SettingName(setting.name), record)
  }
}

struct SettingName: TableKey {
  let keyBytes: [UInt8]

  init(_ name: String) { keyBytes = Array(name.utf8) }
}
