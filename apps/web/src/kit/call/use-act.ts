import { type QueryClient, QueryClientContext } from '@tanstack/react-query';
import { codes, type Endpoint, type FieldError, type Input, type Output } from '@tongda/contract/core/endpoint';
import type { FormInstance } from 'antd';
import { type ReactNode, type RefObject, useCallback, useContext, useMemo, useRef, useState } from 'react';
import { confirm, reportError, toast } from '../dialog/notify';
import { type CallOptions, call } from './api';
import { ApiError } from './api-error';

/** What a dialog asks before something is done. */
export type Question = Parameters<typeof confirm>[0];

/** What belongs to an act besides the sending; `I` is what is sent, `O` what is answered. */
export interface ActOptions<I, O> {
  /** asked before anything is sent; null: this input needs no question */
  sure?: Question | ((input: I) => Question | null);
  /** the sentence of the toast when it worked; null says nothing */
  told?: ReactNode | ((answer: O, input: I) => ReactNode);
  /** lists and details that are out of date afterwards: they are asked again */
  stale?: ReadonlyArray<Pick<Endpoint, 'path'>>;
  /** what follows when it worked; the act is busy until it is done */
  done?: (answer: O, input: I) => unknown;
  /** what follows in any case, after success and after failure */
  ended?: () => void;
  /** the form whose fields take what the server finds */
  form?: Pick<FormInstance, 'getFieldsError' | 'setFields' | 'scrollToField'>;
  /**
   * Loads what somebody else changed meanwhile (4009). When the answer has a `version`, the next sending carries it in place of the one
   * that was refused; otherwise the page brings the new one by itself. An act that serves many rows must not answer a version.
   */
  fresh?: (refused: I) => Promise<unknown>;
  /** looks at a failure first; true = it was dealt with */
  failed?: (error: unknown) => boolean;
  /** the endpoint's own rule looks at the input first: what it finds stands at the fields, and nothing is sent */
  check?: boolean;
  /** how the endpoint is called, where that is unusual */
  how?: Pick<CallOptions, 'quiet' | 'asUser'>;
}

/** `true` for an input that carries a version, always or (`version?`, one form of several) sometimes; otherwise `never`. */
type CarriesVersion<I> = I extends unknown
  ? string extends keyof I
    ? never
    : 'version' extends keyof I
      ? true
      : never
  : never;

/** What carries a version can be refused (4009): its act has to say how the new version is loaded. */
type Refreshable<I, O> = ActOptions<I, O> &
  ([CarriesVersion<I>] extends [never] ? unknown : Required<Pick<ActOptions<I, O>, 'fresh'>>);
export type ActOptionsOf<E extends Endpoint> = Refreshable<Input<E>, Output<E>>;

/** Where findings and the bar of a conflict are shown; whoever shows them registers while he stands on the page. */
export interface ActPlaces {
  field: (name: string) => () => void;
  bar: () => () => void;
}

export interface Act<I, O> {
  /** Sends, once at a time. Answers what the server answered, or undefined when it did not come to that; it never rejects. */
  run: (...input: undefined extends I ? [input?: I] : [input: I]) => Promise<O | undefined>;
  /** on its way: buttons wait */
  busy: boolean;
  /** what the server found wrong with a field (or with a part of it), or undefined */
  faultOf: (field: string) => string | undefined;
  /** findings of fields that nobody shows: they stand in the bar */
  otherFaults: readonly string[];
  /** somebody else changed it meanwhile: the sentence, until the new version is loaded */
  conflict: string | null;
  /** the new version was loaded and waits for being sent again */
  renewed: boolean;
  refreshing: boolean;
  /** Loads the new version; what was typed stays. */
  refresh: () => Promise<void>;
  /** Takes away findings: of one field, or all. */
  clear: (field?: string) => void;
  places: ActPlaces;
}

interface State {
  busy: boolean;
  faults: readonly FieldError[];
  otherFaults: readonly string[];
  conflict: string | null;
  renewed: boolean;
  refreshing: boolean;
}
const quiet: State = {
  busy: false,
  faults: [],
  otherFaults: [],
  conflict: null,
  renewed: false,
  refreshing: false,
};

/**
 * Everything around sending something: one at a time, errors at their fields (nothing is swallowed: what no field shows stands in the bar or is
 * told), a conflict that keeps what was typed, the toast, and asking again for what is out of date.
 * `deed` is an endpoint, or a function where one step is several calls.
 */
export function useAct<E extends Endpoint>(deed: E, options: ActOptionsOf<E>): Act<Input<E>, Output<E>>;
export function useAct<I = undefined, O = unknown>(
  deed: (input: I) => Promise<O>,
  ...options: [CarriesVersion<I>] extends [never] ? [options?: ActOptions<I, O>] : [options: Refreshable<I, O>]
): Act<I, O>;
export function useAct<I, O>(deed: Endpoint | ((input: I) => Promise<O>), options: ActOptions<I, O> = {}): Act<I, O> {
  // Pages that nobody has logged in to (login, shared links) ask without a cache.
  const client = useContext(QueryClientContext);
  const [state, setState] = useState<State>(quiet);
  const shown = useRef<Shown>({ fields: new Map(), bars: 0 });
  const running = useRef(false);
  const refused = useRef<Refused<I> | null>(null);
  const newest = useRef<number | null>(null);
  const latest = useRef({ deed, options });
  latest.current = { deed, options };
  const change = useCallback((next: Partial<State>) => setState((now) => ({ ...now, ...next })), []);

  const invalidate = useCallback(() => {
    for (const { path } of latest.current.options.stale ?? []) void client?.invalidateQueries({ queryKey: [path] });
  }, [client]);

  const refresh = useRefresh({ client, latest, refused, newest, change, invalidate });

  const fail = useCallback(
    async (error: unknown, input: I): Promise<void> => {
      const { form, fresh, failed } = latest.current.options;
      if (failed?.(error)) return;
      if (!(error instanceof ApiError) || error.told) return reportError(error);
      if (error.code === codes.conflict) {
        refused.current = { input };
        if (shown.current.bars > 0 && fresh) return change({ conflict: error.message });
        // No bar to press in: everything that is shown comes anew at once, and the next press is about that.
        reportError(error);
        void client?.invalidateQueries();
        return refresh();
      }
      if (error.errors.length === 0) return reportError(error);
      const others = sortOut(error.errors, shown.current, form);
      if (shown.current.bars > 0) change({ faults: error.errors, otherFaults: others });
      else {
        change({ faults: error.errors });
        if (others.length > 0) reportError(new ApiError(error.code, others.join('；')));
      }
    },
    [change, client, refresh],
  );

  const run = useCallback(
    async (given?: I): Promise<O | undefined> => {
      if (running.current) return undefined;
      running.current = true;
      // only an act whose input may be undefined is run without one
      const input = withVersion(given as I, newest.current);
      try {
        const { sure } = latest.current.options;
        const question = typeof sure === 'function' ? sure(input) : sure;
        if (question && !(await confirm(question))) return undefined;
        setState({ ...quiet, busy: true });
        const answer = await performDeed(latest.current.deed, input, latest.current.options);
        const { told, done } = latest.current.options;
        newest.current = null;
        const sentence = typeof told === 'function' ? told(answer, input) : told;
        if (sentence !== undefined && sentence !== null) toast('success', sentence);
        invalidate();
        await done?.(answer, input);
        return answer;
      } catch (error) {
        await fail(error, input);
        return undefined;
      } finally {
        running.current = false;
        change({ busy: false });
        latest.current.options.ended?.();
      }
    },
    [fail, invalidate, change],
  );

  const clear = useCallback((field?: string): void => {
    setState((now) => {
      const faults = field === undefined ? [] : now.faults.filter((fault) => !isAt(fault.field, field));
      return faults.length === now.faults.length ? now : { ...now, faults };
    });
  }, []);
  const places = useMemo<ActPlaces>(() => placesOf(shown.current), []);
  return {
    ...state,
    run,
    refresh,
    clear,
    places,
    faultOf: (field) => state.faults.find((fault) => isAt(fault.field, field))?.msg,
  };
}

interface Refused<I> {
  input: I;
}
interface Renewal<I, O> {
  client: QueryClient | undefined;
  latest: RefObject<{ options: ActOptions<I, O> }>;
  refused: RefObject<Refused<I> | null>;
  /** the version that the next sending carries */
  newest: RefObject<number | null>;
  change: (next: Partial<State>) => void;
  invalidate: () => void;
}

/** Loads what somebody else changed meanwhile, see `Act.refresh`. */
function useRefresh<I, O>({ client, latest, refused, newest, change, invalidate }: Renewal<I, O>) {
  return useCallback(async (): Promise<void> => {
    if (!refused.current) return;
    change({ refreshing: true });
    try {
      const version = versionIn(await latest.current.options.fresh?.(refused.current.input));
      if (version !== null) newest.current = version;
      // nobody says which object it was: all that is shown comes anew
      else void client?.invalidateQueries();
      invalidate();
      change({ conflict: null, renewed: true, refreshing: false });
    } catch (error) {
      reportError(error);
      change({ refreshing: false });
    }
  }, [change, client, invalidate, latest, refused, newest]);
}

/** The newest version of one object by its detail call: for `fresh` of an act that is about this object only. */
export function newestOf<E extends Endpoint>(endpoint: E, input: Input<E>): () => Promise<Output<E>> {
  return () => call(endpoint, input);
}

/** The error of a field that the page checks by itself, in the form of a refusal by the server. */
export const refusedField = (field: string, msg: string): ApiError =>
  new ApiError(codes.invalid, msg, [{ field, msg }]);

interface Shown {
  fields: Map<string, number>;
  bars: number;
}

function placesOf(shown: Shown): ActPlaces {
  return {
    field: (name) => {
      shown.fields.set(name, (shown.fields.get(name) ?? 0) + 1);
      return () => {
        const left = (shown.fields.get(name) ?? 1) - 1;
        if (left > 0) shown.fields.set(name, left);
        else shown.fields.delete(name);
      };
    },
    bar: () => {
      shown.bars += 1;
      return () => {
        shown.bars -= 1;
      };
    },
  };
}

/** `items.0.weight` is shown where `items` is. */
const isAt = (found: string, field: string): boolean => found === field || found.startsWith(`${field}.`);

/** Puts findings into the fields of the form and answers the sentences of those that nothing shows. */
function sortOut(errors: readonly FieldError[], shown: Shown, form: ActOptions<unknown, unknown>['form']): string[] {
  const inForm = new Map((form?.getFieldsError() ?? []).map(({ name }) => [name.join('.'), name]));
  const others: string[] = [];
  const put: Array<{ name: string[]; errors: string[] }> = [];
  for (const { field, msg } of errors) {
    const own = [...inForm].find(([name]) => isAt(field, name))?.[1];
    // the path of a field as the form itself told it
    if (own) put.push({ name: own as string[], errors: [msg] });
    else if (![...shown.fields.keys()].some((name) => isAt(field, name)) && !others.includes(msg)) others.push(msg);
  }
  form?.setFields(put);
  const [first] = put;
  if (first) form?.scrollToField(first.name, { block: 'center', focus: true });
  return others;
}

async function performDeed<I, O>(
  deed: Endpoint | ((input: I) => Promise<O>),
  input: I,
  { check, how }: ActOptions<I, O>,
): Promise<O> {
  if (typeof deed === 'function') return deed(input);
  if (check) refuseWrong(deed, input);
  // The overloads bind I and O to the endpoint's own shapes.
  return call(deed, input as Input<Endpoint>, how) as Promise<O>;
}

/** Throws what the server would answer to an input that breaks the endpoint's rule. */
function refuseWrong(endpoint: Endpoint, input: unknown): void {
  const parsed = endpoint.input.safeParse(input);
  if (parsed.success) return;
  const found = parsed.error.issues.map(({ path, message }) => ({ field: path.join('.'), msg: message }));
  throw new ApiError(codes.invalid, found[0]?.msg ?? '参数错误', found);
}

function versionIn(answer: unknown): number | null {
  if (typeof answer !== 'object' || answer === null) return null;
  if ('version' in answer && typeof answer.version === 'number') return answer.version;
  return 'data' in answer ? versionIn(answer.data) : null;
}

function withVersion<I>(input: I, version: number | null): I {
  if (version === null || typeof input !== 'object' || input === null || !('version' in input)) return input;
  return typeof input.version === 'number' && input.version < version ? { ...input, version } : input;
}
