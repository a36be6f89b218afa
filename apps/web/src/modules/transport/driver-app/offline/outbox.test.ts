// @vitest-environment jsdom
import { fileUpload } from '@tongda/contract/base/file/calls';
import { hourMs } from '@tongda/contract/core/durations';
import { codes } from '@tongda/contract/core/endpoint';
import { afterAll, beforeEach, expect, test, vi } from 'vitest';
import { logInForTest } from '../../../../kit/test-document';
import { dismissStep, drainOutbox, dropSent, enqueueStep, faultsOf, retryHeld, useOutbox } from './outbox';
import type { OutboxPhoto, OutboxRow } from './outbox-db';

/** IndexedDB as far as the outbox uses it: one store with numbers as keys, another by name; a request succeeds at once. */
const stores = { outbox: new Map<unknown, OutboxRow>(), tasks: new Map<unknown, OutboxRow>() };
const copyOf = (row: OutboxRow): OutboxRow => ({ ...row, photos: row.photos.map((one) => ({ ...one })) });
function storeOf(name: keyof typeof stores) {
  const kept = stores[name];
  const put = (row: OutboxRow) => void kept.set(row.seq, copyOf(row));
  return {
    add: (row: OutboxRow) => ({ result: put({ ...row, seq: kept.size + 1 }) }),
    put: (row: OutboxRow) => ({ result: put(row) }),
    delete: (seq: number) => ({ result: void kept.delete(seq) }),
    getAll: () => ({ result: [...kept.values()].map(copyOf) }),
  };
}
vi.stubGlobal('indexedDB', {
  open: () => {
    const request = {
      onsuccess: () => undefined,
      result: {
        transaction: (name: keyof typeof stores) => {
          const transaction = { objectStore: () => storeOf(name), oncomplete: () => undefined };
          queueMicrotask(() => transaction.oncomplete());
          return transaction;
        },
      },
    };
    queueMicrotask(() => request.onsuccess());
    return request;
  },
});

// files of a worker share the store, and the browser's globals
afterAll(() => {
  useOutbox.setState({ rows: [], sending: false, trouble: '' });
  vi.unstubAllGlobals();
});

/** Answers of the server in their order; an error is a network that breaks. */
const answers: Array<object | Error> = [];
const sent: Array<{ path: string; body: unknown }> = [];
async function answer(url: string, { body }: { body: unknown }): Promise<Response> {
  sent.push({ path: new URL(url, location.href).pathname, body: typeof body === 'string' ? JSON.parse(body) : null });
  const next = answers.shift();
  if (!next || next instanceof Error) throw next ?? new Error('no answer');
  return Response.json(next);
}

const who = '1:1';
const photo = (name: string, signature = false): OutboxPhoto => ({
  name,
  blob: new Blob([name]),
  signature,
  fileId: null,
});
const signAtDoor = () =>
  enqueueStep(
    who,
    { action: 'sign', waybillCode: 'YS1', orderCode: 'DD1', signer: '李店长', signPieces: 9, rejectPieces: 0 },
    [photo('签名.jpg', true), photo('货.jpg')],
  );
const rows = () => useOutbox.getState().rows;
const taken = { code: 200, msg: '', data: { refused: false, conflict: false, msg: '', repeated: false } };
const no = (code: number, msg: string) => ({ code, msg, data: null });
const uploaded = (id: string) => ({ code: 200, msg: '', data: { id, fileName: '', pathUrl: '', size: 1 } });
const uploads = () => sent.filter(({ path }) => path === fileUpload.path).length;

beforeEach(() => {
  vi.useRealTimers();
  for (const list of [answers, sent]) list.length = 0;
  stores.outbox.clear();
  logInForTest();
  vi.stubGlobal('fetch', answer);
});

test.each([codes.forbidden, codes.notFound, codes.invalid])(
  'a step that the server does not keep (%i) stays on the phone whole, whatever is pressed, and is sent again',
  async (code) => {
    answers.push(uploaded('7'), uploaded('8'), no(code, '任务不存在'));
    await signAtDoor();
    await drainOutbox(who);
    expect(rows()).toMatchObject([{ state: 'held', msg: '任务不存在' }]);
    await dismissStep(who, 1);
    await dropSent(who, new Set(rows().map(({ key }) => key)));
    expect(rows()).toMatchObject([{ state: 'held', photos: [{ signature: true }, {}] }]);
    answers.push(taken);
    await retryHeld(who, true);
    await drainOutbox(who);
    expect(rows()).toMatchObject([{ state: 'sent' }]);
    expect(sent.at(-1)?.body).toMatchObject({ signatureId: '7', fileIds: ['7', '8'] });
    expect(uploads()).toBe(2);
  },
);

test('a step that the server does not keep is sent again by itself once an hour, without its pictures', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  answers.push(uploaded('7'), uploaded('8'), no(codes.notFound, '任务不存在'));
  await signAtDoor();
  await drainOutbox(who);
  const startPage = async () => {
    await retryHeld(who);
    await drainOutbox(who);
  };
  await startPage();
  expect(sent).toHaveLength(3);
  vi.setSystemTime(Date.now() + hourMs);
  answers.push(no(codes.notFound, '任务不存在'));
  await startPage();
  await startPage();
  expect(sent).toHaveLength(4);
});

test('pictures that are gone are uploaded once more, and a refusal of those too holds the step', async () => {
  const gone = { code: codes.invalid, msg: '文件不存在', data: { errors: [{ field: 'fileIds', msg: '文件不存在' }] } };
  answers.push(uploaded('7'), uploaded('8'), no(codes.notFound, '任务不存在'));
  await signAtDoor();
  await drainOutbox(who);
  answers.push(gone, uploaded('9'), uploaded('10'), gone);
  await retryHeld(who, true);
  await drainOutbox(who);
  expect(rows()).toMatchObject([{ state: 'held', photos: [{ fileId: null }, { fileId: null }] }]);
  answers.push(uploaded('11'), uploaded('12'), taken);
  await retryHeld(who, true);
  await drainOutbox(who);
  expect(rows()).toMatchObject([{ state: 'sent' }]);
  expect(sent.at(-1)?.body).toMatchObject({ signatureId: '11', fileIds: ['11', '12'] });
});

test('a refused picture does not keep the signature back, and is not thrown away unseen', async () => {
  answers.push(uploaded('7'), no(codes.invalid, '只支持图片'), taken);
  await signAtDoor();
  await drainOutbox(who);
  expect(sent.at(-1)?.body).toMatchObject({ signatureId: '7', fileIds: ['7'] });
  const [row] = rows();
  expect(row && faultsOf(row)).toMatchObject([{ name: '货.jpg', fault: '只支持图片' }]);
  await dropSent(who, new Set(rows().map(({ key }) => key)));
  // it tells of the picture still, the trip is as the page shows it
  expect(rows()).toMatchObject([{ state: 'sent', shown: true }]);
  await dismissStep(who, 1);
  expect(rows()).toEqual([]);
});

test('a network that breaks leaves the step waiting', async () => {
  answers.push(new TypeError('Failed to fetch'));
  await signAtDoor();
  await drainOutbox(who);
  expect(rows()).toMatchObject([{ state: 'waiting' }]);
});
