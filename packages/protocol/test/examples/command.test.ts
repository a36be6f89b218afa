import { describe, expect, it } from 'vitest';
import { encodeBody, msgId } from '../../src/jt808/codec';
import { checkExample, example } from './examples';
import { location, locationHex } from './location';

describe('orders and words for the driver', () => {
  checkExample(
    example({
      name: 'question with two answers',
      id: msgId.question,
      hex: '09 04 bcccd0f8 01 0004 bcccd0f8 02 0004 b7b5bbd8',
      body: {
        flags: 9,
        text: '继续',
        answers: [
          { id: 1, text: '继续' },
          { id: 2, text: '返回' },
        ],
      },
    }),
  );
  checkExample(
    example({ name: 'answer', id: msgId.questionReply, hex: '04d2 02', body: { replySerial: 1234, answerId: 2 } }),
  );
  checkExample(
    example({
      name: 'menu of events',
      id: msgId.eventMenu,
      hex: '02 02 01 04 b6c2b3b5 02 02 4f4b',
      body: {
        mode: 2,
        events: [
          { id: 1, text: '堵车' },
          { id: 2, text: 'OK' },
        ],
      },
    }),
  );
  checkExample(example({ name: 'all events deleted', id: msgId.eventMenu, hex: '00', body: { mode: 0, events: [] } }));
  checkExample(example({ name: 'event', id: msgId.eventReport, hex: '07', body: { eventId: 7 } }));
  checkExample(
    example({
      name: 'menu of news',
      id: msgId.infoMenu,
      hex: '01 01 05 0004 ccecc6f8',
      body: { mode: 1, kinds: [{ id: 5, name: '天气' }] },
    }),
  );
  checkExample(
    example({ name: 'subscription', id: msgId.infoSubscription, hex: '05 01', body: { kindId: 5, subscribed: true } }),
  );
  checkExample(example({ name: 'news', id: msgId.info, hex: '05 0004 d3d0d3ea', body: { kindId: 5, text: '有雨' } }));
  checkExample(
    example({
      name: 'news of a terminal',
      id: msgId.infoReply,
      hex: '0001 05 0004 d3d0d3ea',
      body: { replySerial: 1, kindId: 5, text: '有雨' },
    }),
  );
  checkExample(
    example({
      name: 'call back',
      id: msgId.callBack,
      hex: '01 3133383030313338303030',
      body: { listen: true, number: '13800138000' },
    }),
  );
  checkExample(
    example({
      name: 'number with padding',
      id: msgId.callBack,
      hex: '00 313130 0000000000',
      body: { listen: false, number: '110' },
      readOnly: true,
    }),
  );
  checkExample(
    example({
      name: 'phone book',
      id: msgId.phoneBook,
      hex: '01 01 03 03 313130 04 beafb2ec',
      body: { mode: 1, contacts: [{ direction: 3, number: '110', name: '警察' }] },
    }),
  );
});

describe('vehicle control', () => {
  const doors = (lockDoors: boolean) => ({ lockDoors, otherBits: 0, others: [] });
  checkExample(
    example({ name: 'locks with bit 0', id: msgId.vehicleControl, version: '2013', hex: '01', body: doors(true) }),
  );
  checkExample(
    example({ name: 'unlocks without it', id: msgId.vehicleControl, version: '2013', hex: '00', body: doors(false) }),
  );
  checkExample(
    example({
      name: 'locks with the value 0',
      id: msgId.vehicleControl,
      version: '2019',
      hex: '0001 0001 00',
      body: doors(true),
    }),
  );
  checkExample(
    example({
      name: 'unlocks with the value 1, and an order of a maker',
      id: msgId.vehicleControl,
      version: '2019',
      hex: '0002 0001 01 f001 aabb',
      body: { lockDoors: false, otherBits: 0, others: [{ kind: 0xf001, value: Uint8Array.of(0xaa, 0xbb) }] },
    }),
  );
  checkExample(
    example({
      name: 'without a count means the same as in 2013',
      id: msgId.vehicleControl,
      version: '2019',
      hex: '0001 01',
      body: doors(true),
      readOnly: true,
    }),
  );
  checkExample(
    example({
      name: 'answer with the state of the vehicle',
      id: msgId.vehicleControlReply,
      hex: `0007 ${locationHex}`,
      body: { replySerial: 7, location },
    }),
  );
});

it('what does not fit is refused', () => {
  const long = '长'.repeat(128);
  expect(() => encodeBody(msgId.question, { flags: 0, text: long, answers: [] }, '2013')).toThrow(RangeError);
  expect(() => encodeBody(msgId.callBack, { listen: false, number: '1'.repeat(21) }, '2013')).toThrow(RangeError);
  const events = Array.from({ length: 256 }, (_, id) => ({ id, text: '' }));
  expect(() => encodeBody(msgId.eventMenu, { mode: 1, events }, '2013')).toThrow(RangeError);
});
