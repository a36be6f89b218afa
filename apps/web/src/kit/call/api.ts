import { freeTokenHeader } from '@tongda/contract/base/identity/free-token';
import type { Endpoint, Input, Output } from '@tongda/contract/core/endpoint';
import { message } from '@tongda/contract/core/messages';
import { constants } from '@tongda/contract/shell/constants';
import { showKicked, toastError } from '../dialog/notify';
import { readFreeToken } from '../session/free-token';
import { goToLogin, navigation, safeReturn } from '../session/leave';
import { withProof } from '../session/password/prove';
import { basicAuth, loggedOutError, renewTokens } from '../session/refresh';
import { accessIsFresh, mayRefresh, readAccess } from '../session/tokens';
import { ApiError, fieldErrorsOf, transport } from './api-error';
import { keepAnswer, keptAnswer } from './kept-answers';
import { noteReach } from './reach';

const { timeoutMs, uploadTimeoutMs } = constants.request;
const notModified = 304;

export interface CallOptions {
  signal?: AbortSignal;
  /** HTTP failures are not toasted: for polls and for pages that show the error themselves */
  quiet?: boolean;
  /** 401 is not renewed and repeated: the browser goes to this page of ours instead (calls that only make sense from there) */
  comeBack?: string;
  /** an open call that does more for who is logged in: it goes with the login, and renews it */
  asUser?: boolean;
}

/**
 * Calls an endpoint of the contract and answers its `data`.
 * Renews the access token when it is old, repeats once after 401, and throws ApiError for everything that is not success:
 * `code`, a Chinese `message`, and `errors` per field. Business failures are the caller's to show (`reportError`).
 */
export function call<E extends Endpoint>(endpoint: E, input?: Input<E>, options: CallOptions = {}): Promise<Output<E>> {
  return withProof(() => callOnce(endpoint, input, options));
}

async function callOnce<E extends Endpoint>(
  endpoint: E,
  input: Input<E> | undefined,
  options: CallOptions,
): Promise<Output<E>> {
  const wire = requestOf(endpoint, input);
  const question = `${wire.url} ${String(wire.body ?? '')}`;
  const known = endpoint.kept ? keptAnswer(question) : undefined;
  const answer = await sendRequest(endpoint, { ...wire, etag: known?.etag }, options);
  // the same question was answered like this before
  if (answer.status === notModified && known) return known.data as Output<E>;
  const body = await readJson(answer);
  if (body.code !== endpoint.okCode && body.code !== 200)
    throw new ApiError(body.code, body.msg || '操作失败，请稍后重试', fieldErrorsOf(body.data), body.data);
  const etag = answer.headers.get('etag');
  if (endpoint.kept && etag !== null) keepAnswer(question, { etag, data: body.data });
  // the server checked its answer against the endpoint's output
  return body.data as Output<E>;
}

/** Sends files as multipart (240 s); the answer is that of `callEndpoint`. */
export function uploadFiles<E extends Endpoint>(
  endpoint: E,
  form: FormData,
  options: CallOptions = {},
): Promise<Output<E>> {
  return withProof(() => uploadOnce(endpoint, form, options));
}

async function uploadOnce<E extends Endpoint>(endpoint: E, form: FormData, options: CallOptions): Promise<Output<E>> {
  const answer = await sendRequest(endpoint, { url: endpoint.path, body: form, timeout: uploadTimeoutMs }, options);
  const body = await readJson(answer);
  // the server checked its answer against the endpoint's output
  if (body.code === endpoint.okCode || body.code === 200) return body.data as Output<E>;
  throw new ApiError(body.code, body.msg || '上传失败，请稍后重试', fieldErrorsOf(body.data), body.data);
}

/** Calls a raw endpoint that answers JSON in a shape of its own (address lookup). */
export async function callRaw<E extends Endpoint>(
  endpoint: E,
  input?: Input<E>,
  options: CallOptions = {},
): Promise<Output<E>> {
  const answer = await sendRequest(endpoint, requestOf(endpoint, input), options);
  return answer.json();
}

/** Fetches a file of a raw endpoint. A JSON answer in its place is an error. */
export async function fetchFile<E extends Endpoint>(endpoint: E, input?: Input<E>): Promise<Blob> {
  const answer = await sendRequest(endpoint, { ...requestOf(endpoint, input), timeout: uploadTimeoutMs }, {});
  if (answer.headers.get('content-type')?.includes('application/json')) {
    const body = await readJson(answer);
    throw new ApiError(body.code, body.msg || message('download.fail'), fieldErrorsOf(body.data), body.data);
  }
  return answer.blob();
}

interface Wire {
  url: string;
  body?: BodyInit;
  json?: boolean;
  timeout?: number;
  /** of the answer that is known already */
  etag?: string;
}

function requestOf(endpoint: Endpoint, input: unknown): Wire {
  // inputs of calls are objects
  const fields = (input ?? {}) as Record<string, unknown>;
  if (endpoint.method === 'GET') {
    const query = formOf(fields).toString();
    return { url: query ? `${endpoint.path}?${query}` : endpoint.path };
  }
  if (endpoint.body === 'form') return { url: endpoint.path, body: formOf(fields) };
  return { url: endpoint.path, body: JSON.stringify(fields), json: true };
}

function formOf(fields: Record<string, unknown>): URLSearchParams {
  const form = new URLSearchParams();
  for (const [key, value] of Object.entries(fields)) {
    if (value === undefined || value === null) continue;
    for (const item of Array.isArray(value) ? value : [value]) form.append(key, String(item));
  }
  return form;
}

async function sendRequest(endpoint: Endpoint, wire: Wire, options: CallOptions): Promise<Response> {
  const guarded = endpoint.access !== 'public' || options.asUser === true;
  try {
    if (guarded) await freshToken();
    const used = readAccess();
    const first = await transmitRequest(endpoint, wire, options, guarded);
    if (first.status === 401 && options.comeBack !== undefined) throw returnToLogin(options.comeBack);
    if (first.status !== 401 || !guarded) return await checkStatus(first, options);
    await renewTokens(used);
    const second = await transmitRequest(endpoint, wire, options, guarded);
    if (second.status === 401) throw loggedOutError();
    return await checkStatus(second, options);
  } catch (error) {
    if (error instanceof ApiError && error.code === transport.loggedOut) goToLogin();
    throw error;
  }
}

function returnToLogin(target: string): ApiError {
  const page = safeReturn(target);
  if (page === null) return loggedOutError();
  navigation.assign(page);
  return new ApiError(transport.aborted, '已取消', [], null, true);
}

/** An access token that is not about to end, for the live socket; rejects when only a login helps. */
export async function accessToken(): Promise<string> {
  await freshToken();
  const access = readAccess();
  if (!access) throw loggedOutError();
  return access;
}

/** Before a call: nobody logged in goes to the login page, an old token is renewed. */
async function freshToken(): Promise<void> {
  if (accessIsFresh()) return;
  if (mayRefresh()) return renewTokens(readAccess());
  if (!readAccess()) throw loggedOutError();
}

async function transmitRequest(
  endpoint: Endpoint,
  wire: Wire,
  options: CallOptions,
  guarded: boolean,
): Promise<Response> {
  const headers: Record<string, string> = {};
  if (wire.json) headers['Content-Type'] = 'application/json';
  if (wire.etag) headers['If-None-Match'] = wire.etag;
  const access = readAccess();
  if (guarded && access) headers.Authorization = `Bearer ${access}`;
  else if (endpoint.body === 'form') headers.Authorization = basicAuth();
  const free = readFreeToken();
  if (free) headers[freeTokenHeader] = free;
  const timeout = AbortSignal.timeout(wire.timeout ?? timeoutMs);
  const signal = options.signal ? AbortSignal.any([options.signal, timeout]) : timeout;
  try {
    const answer = await fetch(wire.url, { method: endpoint.method, headers, body: wire.body, signal });
    noteReach(answer.status);
    return answer;
  } catch (error) {
    if (options.signal?.aborted) throw new ApiError(transport.aborted, '已取消', [], null, true);
    noteReach(null);
    if (timeout.aborted) throw reportCallError(new ApiError(transport.timeout, message('http.504')), options);
    if (error instanceof TypeError) throw reportCallError(new ApiError(transport.offline, offlineText()), options);
    throw error;
  }
}

const offlineText = (): string => (navigator.onLine ? message('http.503') : message('net.offline'));

/** HTTP statuses of shell.md H: 403 throws the user out, 404 stays silent, the rest is told in fixed words. */
async function checkStatus(answer: Response, options: CallOptions): Promise<Response> {
  if (answer.ok || answer.status === notModified) return answer;
  const { status } = answer;
  if (status === 403) {
    showKicked(() => goToLogin(), await loginElsewhere(answer));
    throw new ApiError(transport.kicked, message('http.403.body'), [], null, true);
  }
  if (status === 404) throw new ApiError(transport.missing, '请求的内容不存在', [], null, true);
  const body: unknown = await answer.json().catch(() => null);
  const data = typeof body === 'object' && body !== null && 'data' in body ? body.data : null;
  throw reportCallError(new ApiError(transport.server, statusText(status), [], data), options);
}

/** When and from where the other login came, as far as the answer says so. */
async function loginElsewhere(answer: Response): Promise<string> {
  const body: unknown = await answer.json().catch(() => null);
  if (typeof body !== 'object' || body === null || !('data' in body)) return '';
  // both are looked at before they are used
  const { time, ip } = (body.data ?? {}) as { time?: unknown; ip?: unknown };
  return typeof time === 'string' ? `（${time}，网络地址 ${String(ip ?? '')}）` : '';
}

function statusText(status: number): string {
  switch (status) {
    case 413:
      return message('http.413');
    case 429:
      return message('http.429');
    case 502:
    case 503:
      return message('http.503');
    case 504:
      return message('http.504');
    default:
      return message('http.500');
  }
}

function reportCallError(error: ApiError, options: CallOptions): ApiError {
  if (options.quiet) return error;
  toastError(error);
  return error;
}

async function readJson(answer: Response): Promise<{ code: number; msg: string; data: unknown }> {
  try {
    const body: unknown = await answer.json();
    if (typeof body === 'object' && body !== null && 'code' in body) {
      // every answer of the server is an envelope, and one with a code was made by it
      const { code, msg, data } = body as { code: number; msg?: string; data?: unknown };
      return { code, msg: msg ?? '', data: data ?? null };
    }
  } catch {
    // falls through: not our envelope
  }
  throw new ApiError(transport.server, message('http.500'));
}
