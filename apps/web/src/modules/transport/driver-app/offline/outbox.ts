import { fileUpload } from '@tongda/contract/base/file/calls';
import { dayMs, hourMs } from '@tongda/contract/core/durations';
import { codes } from '@tongda/contract/core/endpoint';
import { driverAct, maxActionAgeDays } from '@tongda/contract/transport/driver-app/calls';
import { create } from 'zustand';
import { call, uploadFiles } from '../../../../kit/call/api';
import { ApiError } from '../../../../kit/call/api-error';
import { addRow, deleteRow, type OutboxPhoto, type OutboxRow, putRow, rowsOf, type StepDraft } from './outbox-db';

interface OutboxState {
  rows: OutboxRow[];
  sending: boolean;
  /** why the last attempt did not get through; '' when it did */
  trouble: string;
}
/** Steps that the server has not confirmed yet. */
export const useOutbox = create<OutboxState>(() => ({ rows: [], sending: false, trouble: '' }));

/** The server understood and said no: sending it again at once would change nothing. */
const isFinal = (error: unknown): error is ApiError =>
  error instanceof ApiError &&
  error.code >= codes.invalid &&
  error.code < codes.unexpected &&
  error.code !== codes.tooMany;

export async function readOutbox(who: string): Promise<void> {
  useOutbox.setState({ rows: await rowsOf(who) });
}

/** A random UUID, also on origins where `crypto.randomUUID` is kept back. */
function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}

/** Keeps a step; it is safe on the phone when this resolves. */
export async function enqueueStep(who: string, step: StepDraft, photos: OutboxPhoto[] = []): Promise<void> {
  await addRow({ who, key: newKey(), at: Date.now(), step, photos, state: 'waiting', msg: '' });
  await readOutbox(who);
}

/** Removes a step that the server has kept, once the driver has seen what became of it. */
export async function dismissStep(who: string, seq: number): Promise<void> {
  const row = (await rowsOf(who)).find((one) => one.seq === seq);
  if (row?.state === 'sent' || row?.state === 'refused') await deleteRow(seq);
  await readOutbox(who);
}

/**
 * Lets steps wait again that the server did not keep: what stood against them may have been mended at the desk. By itself the phone does so with a step at most
 * once an hour; `byHand`, where the driver says so, at once, and with pictures that were not taken.
 */
export async function retryHeld(who: string, byHand = false): Promise<void> {
  for (const row of await rowsOf(who)) {
    if (row.state !== 'held') continue;
    // a clock that was set back does not keep a step for good
    if (!byHand && Math.abs(Date.now() - (row.heldAt ?? 0)) < hourMs) continue;
    const photos = row.photos.map((photo) => (byHand && photo.fault !== undefined ? asNew(photo) : photo));
    await putRow({ ...row, state: 'waiting', msg: '', photos });
  }
  await readOutbox(who);
}
const asNew = ({ name, blob, signature }: OutboxPhoto): OutboxPhoto => ({ name, blob, signature, fileId: null });

/** Removes steps that the server has taken and whose result the page shows by now; one with a lost picture stays for the picture only. */
export async function dropSent(who: string, shown: ReadonlySet<string>): Promise<void> {
  for (const row of await rowsOf(who)) {
    if (row.state !== 'sent' || !shown.has(row.key)) continue;
    if (faultsOf(row).length === 0) await deleteRow(row.seq);
    else if (!row.shown) await putRow({ ...row, shown: true });
  }
  await readOutbox(who);
}
/** Pictures of a step that the server did not take. */
export const faultsOf = ({ photos }: OutboxRow): OutboxPhoto[] => photos.filter(({ fault }) => fault !== undefined);

let running: Promise<boolean> | null = null;
/**
 * Sends what waits, oldest first, one after the other; stops at the first that does not get through. Two calls, also of two windows, are one.
 * Answers whether something reached the server.
 */
export function drainOutbox(who: string): Promise<boolean> {
  running ??= runExclusively(() => sendAll(who)).finally(() => {
    running = null;
  });
  return running;
}

const runExclusively = <T>(work: () => Promise<T>): Promise<T> =>
  // the lock exists on secure origins only; elsewhere the key alone keeps a step from having two effects
  navigator.locks ? navigator.locks.request('td-driver-outbox', work) : work();

async function sendAll(who: string): Promise<boolean> {
  let reached = false;
  useOutbox.setState({ sending: true, trouble: '' });
  try {
    for (;;) {
      const next = (await rowsOf(who)).find((row) => row.state === 'waiting');
      if (!next) return reached;
      await sendRow(next);
      reached = true;
      await readOutbox(who);
    }
  } catch (error) {
    useOutbox.setState({ trouble: error instanceof Error ? error.message : '网络不可用' });
    return reached;
  } finally {
    useOutbox.setState({ sending: false });
  }
}

async function sendRow(row: OutboxRow): Promise<void> {
  const reused = row.photos.some(({ fileId }) => fileId !== null);
  for (const photo of row.photos) {
    if (photo.fileId !== null || photo.fault !== undefined) continue;
    try {
      photo.fileId = await uploadPhoto(photo);
    } catch (error) {
      if (!isFinal(error)) throw error;
      // the fact at the door counts without this picture too
      photo.fault = error.message;
    }
    // a connection that breaks now does not upload it twice
    await putRow(row);
  }
  try {
    const { refused, conflict, msg } = await call(driverAct, inputOf(row), { quiet: true });
    await putRow({ ...row, state: refused ? 'refused' : 'sent', conflict, msg });
  } catch (error) {
    if (!isFinal(error)) throw error;
    const photos = isAboutFiles(error) ? row.photos.map(asNew) : row.photos;
    // those of an earlier attempt may be gone by now: they are uploaded once more, and the step is sent with them
    if (reused && isAboutFiles(error)) await putRow({ ...row, photos });
    else await putRow({ ...row, photos, state: 'held', heldAt: Date.now(), msg: error.message });
  }
}
const isAboutFiles = ({ errors }: ApiError): boolean =>
  errors.some(({ field }) => field.startsWith('fileIds') || field === 'signatureId');

async function uploadPhoto({ blob, name }: OutboxPhoto): Promise<string> {
  const form = new FormData();
  form.append('kind', 'image');
  form.append('file', blob, name);
  return (await uploadFiles(fileUpload, form, { quiet: true })).id;
}

/** The step as the server takes it. */
export function inputOf({ step, key, at, photos }: OutboxRow, now = Date.now()) {
  const most = maxActionAgeDays * dayMs;
  const fileIds = photos.flatMap(({ fileId }) => fileId ?? []);
  const age = { key, agoMs: Math.min(Math.max(0, Math.round(now - at)), most), fileIds };
  if (step.action !== 'sign') return { ...step, ...age };
  return { ...step, ...age, signatureId: photos.find(({ signature }) => signature)?.fileId ?? null };
}
