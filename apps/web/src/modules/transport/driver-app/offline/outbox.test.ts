// @vitest-environment jsdom
import { codes } from '@tongda/contract/core/endpoint';
import { beforeEach, expect, test, vi } from 'vitest';
import { call, uploadFiles } from '../../../../kit/call/api';
import { ApiError } from '../../../../kit/call/api-error';
import { dismissStep, drainOutbox, dropSent, enqueueStep, faultsOf, retryHeld, useOutbox } from './outbox';
import type { OutboxPhoto, OutboxRow } from './outbox-db';

const disk = vi.hoisted(() => new Map<number, OutboxRow>());
const copyOf = vi.hoisted(
  () =>
    (row: OutboxRow): OutboxRow => ({ ...row, photos: row.photos.map((one) => ({ ...one })) }),
);
vi.mock('../../../../kit/call/api', () => ({ call: vi.fn(), uploadFiles: vi.fn() }));
vi.mock('./outbox-db', () => ({
  addRow: async (row: Omit<OutboxRow, 'seq'>) => void disk.set(disk.size + 1, { ...row, seq: disk.size + 1 }),
  putRow: async (row: OutboxRow) => void disk.set(row.seq, copyOf(row)),
  deleteRow: async (seq: number) => void disk.delete(seq),
  rowsOf: async () => [...disk.values()].map(copyOf),
}));

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
const taken = { refused: false, conflict: false, msg: '', repeated: false };
const no = (code: number, msg: string) => new ApiError(code, msg, [], null);
const uploaded = (id: string) => ({ id, fileName: '', pathUrl: '', size: 1 });

beforeEach(() => {
  disk.clear();
  vi.mocked(call).mockReset();
  vi.mocked(uploadFiles).mockReset();
});

test.each([codes.forbidden, codes.notFound, codes.invalid])(
  'a step that the server does not keep (%i) stays on the phone whole, whatever is pressed, and is sent again',
  async (code) => {
    vi.mocked(uploadFiles).mockImplementation(async () => uploaded('7'));
    vi.mocked(call).mockRejectedValueOnce(no(code, '任务不存在'));
    await signAtDoor();
    await drainOutbox(who);
    expect(rows()).toMatchObject([{ state: 'held', msg: '任务不存在' }]);
    await dismissStep(who, 1);
    await dropSent(who, new Set(rows().map(({ key }) => key)));
    expect(rows()).toMatchObject([{ state: 'held', photos: [{ signature: true }, {}] }]);
    vi.mocked(call).mockResolvedValueOnce(taken);
    await retryHeld(who);
    await drainOutbox(who);
    expect(rows()).toMatchObject([{ state: 'sent' }]);
    // what was uploaded for the first attempt may be gone
    expect(uploadFiles).toHaveBeenCalledTimes(4);
  },
);

test('a refused picture does not keep the signature back, and is not thrown away unseen', async () => {
  vi.mocked(uploadFiles).mockResolvedValueOnce(uploaded('7')).mockRejectedValueOnce(no(codes.invalid, '只支持图片'));
  vi.mocked(call).mockResolvedValueOnce(taken);
  await signAtDoor();
  await drainOutbox(who);
  expect(vi.mocked(call).mock.calls[0]?.[1]).toMatchObject({ signatureId: '7', fileIds: ['7'] });
  const [row] = rows();
  expect(row && faultsOf(row)).toMatchObject([{ name: '货.jpg', fault: '只支持图片' }]);
  await dropSent(who, new Set(rows().map(({ key }) => key)));
  expect(rows()).toHaveLength(1);
  await dismissStep(who, 1);
  expect(rows()).toEqual([]);
});

test('a network that breaks leaves the step waiting', async () => {
  vi.mocked(uploadFiles).mockRejectedValueOnce(new Error('网络不可用'));
  await signAtDoor();
  await drainOutbox(who);
  expect(rows()).toMatchObject([{ state: 'waiting' }]);
});
