import SottoCore
import SottoRelayProtocol
import SottoStore
import SottoWire

/// One for each type that has an encoding, and one for each other reader of bytes or text from outside. That none is
/// missing, `Tests/Stranger/coverage.py` checks.
extension Decoder {
  /// The first byte of an input picks one, so new ones go to the end: a kept input then means what it meant.
  public static let all: [Decoder] =
    structures + identifiers + relayBodies + records + gate + texts + files + frames

  private static let structures: [Decoder] = [
    Decoder(Extensions.self), Decoder(Timestamp.self),

    Decoder(RelayAddress.self), Decoder(RelayEndpoint.self), Decoder(KeyPackage.self), Decoder(Capabilities.self),
    Decoder(DeviceList.self), Decoder(DeviceListEntry.self), Decoder(DeviceIdentity.self), Decoder(Invitation.self),

    Decoder(PairMessage.self), Decoder(PairRequest.self), Decoder(PairOffer.self), Decoder(PairAccept.self),
    Decoder(PairConfirm.self), Decoder(PairingFile.self), Decoder(SafetyWords.self), Decoder(QuantumKeyMaterial.self),
    Decoder(PeerKeyMaterial.self), Decoder(InviterPairing.self), Decoder(JoinerPairing.self),

    Decoder(SecrecyContext.self), Decoder(Recipient.self), Decoder(GroupEnvelope.self), Decoder(RecipientPayload.self),
    Decoder(SealedPayload.self), Decoder(ManifestRef.self), Decoder(AppVersion.self), Decoder(ShardSection.self),
    Decoder(ShardOperation.self), Decoder(GroupDetails.self), Decoder(DepthFields.self),
    Decoder("Bundle", reencode: { try Bundle.decode($0).encoded() }),

    Decoder(Prekey.self), Decoder(PublicPrekey.self), Decoder(PrekeyBatch.self), Decoder(PrekeySection.self),
    Decoder(PrekeyStock.self), Decoder(PrekeyStock.Taken.self), Decoder(PrekeyIssuer.self),

    Decoder("Envelope", reencode: { try Envelope.decode($0).encoded() }),
    Decoder(EnvelopePlaintext.self), Decoder(ControlMessage.self),

    Decoder(OutboxEntry.self), Decoder(OutboxState.self), Decoder(SendFailure.self), Decoder(DeliveryIssue.self),
    Decoder(DeliveryIssue.Unauthorised.self), Decoder(DeliveryIssue.Unlisted.self), Decoder(HandledMessage.self),
    Decoder(ReplayWindow.self),

    Decoder(ContentEnvelope.self), Decoder(MessageBody.self), Decoder(ReceiptBody.self),
    Decoder(ReceiptBody.Entry.self), Decoder(Attachment.self), Decoder(ObjectLocation.self),
    Decoder(ClassificationLabel.self),
  ]

  /// Bytes of a fixed size.
  private static let identifiers: [Decoder] = [
    Decoder(DeviceID.self), Decoder(MessageID.self), Decoder(GroupID.self), Decoder(ContactID.self),
    Decoder(PrekeyID.self), Decoder(ShardID.self), Decoder(SigningKey.self), Decoder(ListKey.self),
    Decoder(MailboxKey.self), Decoder(IdentityKey.self), Decoder(PrekeyPublicKey.self), Decoder(EphemeralKey.self),
    Decoder(AccessKey.self), Decoder(PushID.self), Decoder(DeletionKey.self), Decoder(ObjectID.self),
    Decoder(FileHash.self), Decoder(AccessKeyHash.self), Decoder(DeletionKeyHash.self), Decoder(ChallengeKey.self),
    Decoder(MailboxProof.self), Decoder(Token.self), Decoder(FileName.self), Decoder(FileToken.self),
  ]

  private static let relayBodies: [Decoder] = [
    Decoder(HelloRequest.self), Decoder(OpenRequest.self), Decoder(PreviousAccessKey.self),
    Decoder(CloseRequest.self), Decoder(PushRequest.self), Decoder(AcknowledgeRequest.self),
    Decoder(BlankRequest.self), Decoder(ObjectPutRequest.self), Decoder(ObjectGetRequest.self),
    Decoder(ObjectDeleteRequest.self), Decoder(HelloAnswer.self), Decoder(RelaySession.self),
    Decoder(RelayLimits.self), Decoder(ObjectProgress.self), Decoder(ObjectChunk.self), Decoder(Delivery.self),
    Decoder(Refusal.self),
  ]

  private static let records: [Decoder] = [
    Decoder(MessageRecord.self), Decoder(MessageRecord.Copy.self), Decoder(OutboxRecord.self),
    Decoder(OutboxRecord.Window.self), Decoder(OutboxBody.self), Decoder(PeerRecord.self),
    Decoder(PeerRecord.Proposal.self), Decoder(ContactRecord.self), Decoder(ContactRecord.Trust.self),
    Decoder(ConversationRecord.self), Decoder(ConversationID.self), Decoder(PlaceRecord.self),
    Decoder(DedupRecord.self), Decoder(IssueRecord.self), Decoder(HeldEnvelopes.self), Decoder(AttachmentRecord.self),
    Decoder(FileTokenRecord.self), Decoder(ProfileSettings.self), Decoder(MessageKey.self), Decoder(PrekeyKey.self),
    Decoder(RowNumber.self), Decoder(TokenKey.self),
  ]

  private static let gate: [Decoder] = [
    Decoder(GateRow.self), Decoder(GateFlags.self), Decoder(Lockout.self), Decoder(LayerFile.Anchor.self),
  ]
}
