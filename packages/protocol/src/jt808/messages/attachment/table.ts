import { message } from '../message';
import { decodeAttachmentList, encodeAttachmentList } from './1210';
import { decodeAttachmentFile, decodeAttachmentReply, encodeAttachmentFile, encodeAttachmentReply } from './1211';
import { decodeAskAttachments, encodeAskAttachments } from './9208';

/** Files that prove an active-safety alarm (T/JSATL 12): asked for on the main link, sent to the attachment server. */
export const attachmentMessages = {
  askAttachments: message(0x9208, decodeAskAttachments, encodeAskAttachments),
  attachmentList: message(0x1210, decodeAttachmentList, encodeAttachmentList),
  attachmentBegins: message(0x1211, decodeAttachmentFile, encodeAttachmentFile),
  attachmentEnds: message(0x1212, decodeAttachmentFile, encodeAttachmentFile),
  attachmentReply: message(0x9212, decodeAttachmentReply, encodeAttachmentReply),
};
