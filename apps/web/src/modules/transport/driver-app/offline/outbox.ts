import { fileUpload } from '@tongda/contract/base/file/calls';
import { dayMs } from '@tongda/contract/core/durations';
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

/** The server has refused the step for good: sending it again would change nothing. */
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

/** Removes a refused step, once the driver has seen why. */
export async function dismissStep(who: string, seq: number): Promise<void> {
  await deleteRow(seq);
  await readOutbox(who);
}

/** Removes steps that the server has taken and whose result the page shows by now. */
export async function dropSent(who: string, shown: ReadonlySet<string>): Promise<void> {
  for (const row of await rowsOf(who)) if (row.state === 'sent' && shown.has(row.key)) await deleteRow(row.seq);
  await readOutbox(who);
}

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
  try {
    for (const photo of row.photos) {
      if (photo.fileId !== null) continue;
      photo.fileId = await uploadPhoto(photo);
      // a connection that breaks now does not upload it twice
      await putRow(row);
    }
    const { refused, conflict, msg } = await call(driverAct, inputOf(row), { quiet: true });
    await putRow({ ...row, state: refused ? 'refused' : 'sent', conflict, msg });
  } catch (error) {
    if (!isFinal(error)) throw error;
    await putRow({ ...row, state: 'refused', msg: error.message });
  }
}

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
