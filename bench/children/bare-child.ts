import { createServer } from 'node:net';
import { encodeMessage, msgId } from '@tongda/protocol/jt808/codec';

/** A server in a process of its own that answers each frame with the same bytes, to measure what sockets cost without a protocol. Prints its port. */
const DELIMITER = 0x7e;
const answer = encodeMessage(
  msgId.platformReply,
  { phone: '13800138000', serial: 1, version: '2013' },
  { replySerial: 1, replyId: msgId.location, result: 0 },
);
const answerBytes = answer.length;
const answers = Buffer.concat(Array.from({ length: 8_192 }, () => answer));

const server = createServer({ noDelay: true }, (socket) => {
  socket.on('error', () => socket.destroy());
  let delimiters = 0;
  socket.on('data', (chunk) => {
    const before = delimiters >> 1;
    for (let at = chunk.indexOf(DELIMITER); at >= 0; at = chunk.indexOf(DELIMITER, at + 1)) delimiters++;
    const frames = (delimiters >> 1) - before;
    if (frames > 0) socket.write(answers.subarray(0, frames * answerBytes));
  });
});
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  console.log(typeof address === 'object' ? address?.port : address);
});
process.on('SIGTERM', () => process.exit(0));
