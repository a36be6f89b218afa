import { describe } from 'vitest';
import { msgId } from '../../src/jt808/codec';
import { checkExample, example } from './examples';

const [from, to] = [Date.UTC(2026, 10, 22, 16), Date.UTC(2026, 10, 23, 15, 59, 59)];
const range = '261123000000 261123235959';
const server = { host: '1.2.3.4', tcpPort: 1078, udpPort: 0 };
const serverHex = '07 312e322e332e34 0436 0000';
const recording = { channel: 1, from, to, alarmBits: 1, videoAlarmBits: 2, kind: 0, stream: 1, storage: 2 };
const recordingHex = `01 ${range} 00000002 00000001 00 01 02`;

describe('sound and picture', () => {
  checkExample(
    example({
      name: 'abilities',
      id: msgId.mediaAbilities,
      hex: '13 01 00 01 0140 01 62 02 08',
      body: {
        audioCodec: 19,
        audioChannels: 1,
        sampleRate: 0,
        sampleBits: 1,
        audioFrameBytes: 320,
        audioOut: true,
        videoCodec: 98,
        maxAudioChannels: 2,
        maxVideoChannels: 8,
      },
    }),
  );
  checkExample(
    example({
      name: 'passengers',
      id: msgId.passengerCount,
      hex: `${range} 0010 0009`,
      body: { from, to, gotOn: 16, gotOff: 9 },
    }),
  );
  checkExample(
    example({
      name: 'live',
      id: msgId.startStream,
      hex: `${serverHex} 03 00 01`,
      body: { ...server, channel: 3, kind: 0, stream: 1 },
    }),
  );
  checkExample(
    example({
      name: 'closed',
      id: msgId.streamControl,
      hex: '03 00 02 01',
      body: { channel: 3, command: 0, closed: 2, stream: 1 },
    }),
  );
  checkExample(example({ name: 'loss', id: msgId.streamLoss, hex: '03 05', body: { channel: 3, lossPct: 5 } }));
  checkExample(example({ name: 'what is recorded', id: msgId.queryRecordings, hex: recordingHex, body: recording }));
  checkExample(
    example({
      name: 'recorded',
      id: msgId.recordingList,
      hex: `0009 00000001 ${recordingHex} 00001000`,
      body: { replySerial: 9, recordings: [{ ...recording, bytes: 4096 }] },
    }),
  );
  checkExample(
    example({
      name: 'recorded, with a wrong count',
      id: msgId.recordingList,
      hex: `0009 00000005 ${recordingHex} 00001000`,
      body: { replySerial: 9, recordings: [{ ...recording, bytes: 4096 }] },
      readOnly: true,
    }),
  );
  checkExample(
    example({
      name: 'playback',
      id: msgId.startPlayback,
      hex: `${serverHex} 01 00 01 02 01 03 ${range}`,
      body: { ...server, channel: 1, kind: 0, stream: 1, storage: 2, mode: 1, speed: 3, from, to },
    }),
  );
  checkExample(
    example({
      name: 'playback goes to a time',
      id: msgId.playbackControl,
      hex: '01 05 00 261123000000',
      body: { channel: 1, command: 5, speed: 0, position: from },
    }),
  );
  checkExample(
    example({
      name: 'playback ends',
      id: msgId.playbackControl,
      hex: '01 02 00 000000000000',
      body: { channel: 1, command: 2, speed: 0, position: null },
    }),
  );
  checkExample(
    example({
      name: 'upload',
      id: msgId.uploadRecordings,
      hex: `07 312e322e332e34 0015 01 75 01 70 02 2f61 ${recordingHex} 04`,
      body: { host: '1.2.3.4', port: 21, user: 'u', password: 'p', path: '/a', ...recording, conditions: 4 },
    }),
  );
  checkExample(
    example({ name: 'uploaded', id: msgId.uploadDone, hex: '0009 00', body: { replySerial: 9, result: 0 } }),
  );
  checkExample(
    example({
      name: 'upload cancelled',
      id: msgId.uploadControl,
      hex: '0009 02',
      body: { uploadSerial: 9, command: 2 },
    }),
  );
  checkExample(
    example({
      name: 'camera to the left',
      id: msgId.turnCamera,
      hex: '01 03 80',
      body: { channel: 1, direction: 3, speed: 128 },
    }),
  );
  for (const id of [msgId.setFocus, msgId.setIris, msgId.setWiper, msgId.setInfrared, msgId.setZoom])
    checkExample(example({ name: 'setting of a camera', id, hex: '01 00', body: { channel: 1, value: 0 } }));
});
