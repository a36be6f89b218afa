import type { ByteReader } from '../../../bytes';
import { message } from '../message';
import { decodeEmpty, encodeEmpty } from '../session/0002';
import { decodeLocation, encodeLocation, type Location } from './0200';
import { decodeLocationReply, encodeLocationReply } from './0201';
import { decodeSmallBatch, encodeSmallBatch } from './0210';
import { decodeLocationBatch, encodeLocationBatch } from './0704';
import { decodeLockReply, encodeLockReply } from './4401';
import { decodeLockLocation, encodeLockLocation } from './5501';
import { decodeTrackControl, encodeTrackControl } from './8202';
import { decodeConfirmAlarms, encodeConfirmAlarms } from './8203';

/** Decodes a location report with a reader. */
const readLocation = (r: ByteReader): Location => decodeLocation(r.rest('location', 'location'));

/** Reports of a place, what asks for them and what confirms their alarms. */
export const positionMessages = {
  location: message(0x0200, readLocation, encodeLocation, decodeLocation),
  queryLocation: message(0x8201, decodeEmpty, encodeEmpty),
  locationReply: message(0x0201, decodeLocationReply, encodeLocationReply),
  locationBatch: message(0x0704, decodeLocationBatch, encodeLocationBatch),
  smallBatch: message(0x0210, decodeSmallBatch, encodeSmallBatch),
  lockLocation: message(0x5501, decodeLockLocation, encodeLockLocation),
  lockWithoutFix: message(0x5502, decodeLockLocation, encodeLockLocation),
  lockReply: message(0x4401, decodeLockReply, encodeLockReply),
  trackControl: message(0x8202, decodeTrackControl, encodeTrackControl),
  confirmAlarms: message(0x8203, decodeConfirmAlarms, encodeConfirmAlarms),
};
