import { msgId } from '@tongda/protocol/jt808/codec';

/** Messages that the gateway has a use for. All others, decodable or not, are refused as unsupported: answering them with success would promise what nobody keeps. */
export const used: ReadonlySet<number> = new Set([
  msgId.terminalReply,
  msgId.terminalResend,
  msgId.heartbeat,
  msgId.logout,
  msgId.timeQuery,
  msgId.register,
  msgId.auth,
  msgId.parameters,
  msgId.properties,
  msgId.upgradeResult,
  msgId.location,
  msgId.locationReply,
  msgId.vehicleControlReply,
  msgId.locationBatch,
  msgId.smallBatch,
  msgId.driverCard,
  msgId.recorderReply,
  msgId.waybill,
  msgId.canData,
  msgId.transparent,
  msgId.compressed,
  msgId.mediaEvent,
  msgId.mediaData,
  msgId.shootReply,
]);
