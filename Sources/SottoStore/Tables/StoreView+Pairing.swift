import SottoCore

extension StoreView {
  /// Joins that wait for their inviter, by the mailbox of its window
  public var pendingJoins: SealedTable<MailboxKey, JoinerPairing, Access> {
    SealedTable(TableDefinition("pending_joins"), session)
  }

  /// Own windows that outlive the process, because their messages travel as files; by their mailbox
  public var pairingWindows: SealedTable<MailboxKey, InviterPairing, Access> {
    SealedTable(TableDefinition("pairing_windows"), session)
  }
}

extension MailboxKey: TableKey {}
