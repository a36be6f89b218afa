import type { Endpoint, Input } from '@tongda/contract/core/endpoint';
import { message } from '@tongda/contract/core/messages';
import { Form, type FormInstance, Modal, type ModalProps } from 'antd';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { type Act, type ActOptionsOf, useAct } from '../call/use-act';
import { addLeaveGuard } from '../form/leave-guards';
import { sameValue } from '../form/use-dirty-guard';
import { ActBar, ActScope } from './act-bar';
import { confirm } from './notify';
import './form.css';

interface DialogProps<I, V> extends Pick<ModalProps, 'title' | 'width' | 'okText' | 'cancelText' | 'mask'> {
  /** what the button does cannot simply be undone */
  danger?: boolean;
  /** what is sent now, or out of the values of `form`; null while something is missing: the button waits */
  input: I | null | ((values: V) => I | null);
  /** false: the button waits although there is an input */
  ready?: boolean;
  /** something was typed that would be lost; without it every change of `input` or of the form counts */
  touched?: boolean;
  /** the enter key in a line of text sends; forms do so anyway */
  enter?: boolean;
  /** stays open when it worked, as it shows what came of it */
  stay?: boolean;
  /** an antd form with its rules; the dialog puts it around its children */
  form?: FormInstance<V>;
  initial?: Partial<V>;
  /** cannot be closed without being sent: nothing stands behind it */
  must?: boolean;
  close: () => void;
  children: ReactNode;
}

/**
 * A dialog that sends one thing: title, controls, one button. Busy, findings at their fields (`<AtField>` or an antd form), a conflict that keeps
 * what was typed, the toast, what is asked again, closing, and the question before something typed is lost.
 */
export function FormDialog<E extends Endpoint, V = unknown>(
  props: { endpoint: E } & DialogProps<Input<E>, V> & Omit<ActOptionsOf<E>, 'form'>,
): ReactNode {
  // Beside its looks the props hold the options of the act; TypeScript does not see that Omit keeps what the endpoint asks for.
  const act = useAct(props.endpoint, props as unknown as ActOptionsOf<E>);
  return <ActDialog {...props} act={act} />;
}

/** The same dialog for an act of the caller: one that is several calls, or whose answer is shown elsewhere too. */
export function ActDialog<I, O, V = unknown>(props: DialogProps<I, V> & { act: Act<I, O> }): ReactNode {
  const { act, form, input, ready = true, enter, stay, close, children } = props;
  const now = typeof input === 'function' ? undefined : input;
  const waits = now === null || !ready;
  const send = async (): Promise<void> => {
    // Functions are no inputs: what is none is the way from the form's values to one.
    const wanted = typeof input === 'function' ? (input as (values: V) => I | null)(valuesOf(form)) : input;
    if (waits || wanted === null) return;
    // `run` takes what there is to send; an act without an input ignores it.
    const answer = await (act.run as (given: I) => Promise<O | undefined>)(wanted);
    if (answer !== undefined && !stay) close();
  };
  const first = useRef(now);
  const touched = (): boolean => props.touched ?? (form ? form.isFieldsTouched() : !sameValue(now, first.current));
  const leave = useQuestionBeforeClosing(touched, act.busy, close);
  useClearedFaults(act, now);
  return (
    <Modal
      open
      title={props.title}
      width={props.width}
      okText={props.okText ?? '保存'}
      cancelText={props.cancelText ?? '取消'}
      mask={props.must ? { closable: false } : props.mask}
      closable={!props.must}
      keyboard={!props.must}
      cancelButtonProps={props.must ? { style: { display: 'none' } } : undefined}
      confirmLoading={act.busy}
      okButtonProps={{ danger: props.danger, disabled: waits }}
      onOk={() => (form ? form.submit() : void send())}
      onCancel={() => void leave()}
    >
      <ActScope of={act}>
        <ActBar of={act} />
        {form ? (
          <Form<V>
            form={form}
            layout="vertical"
            requiredMark={withStar}
            initialValues={props.initial}
            onFinish={() => void send()}
          >
            {children}
          </Form>
        ) : enter ? (
          <form
            onSubmit={(event) => {
              event.preventDefault();
              void send();
            }}
          >
            {children}
            {/* what enter presses: without it a form of several lines sends nothing */}
            <input type="submit" hidden />
          </form>
        ) : (
          children
        )}
      </ActScope>
    </Modal>
  );
}

/** Marks what must be filled in, as the edit pages do. The star is drawn by the style sheet, so that a label reads and is found without it. */
const withStar = (label: ReactNode, { required }: { required: boolean }): ReactNode => (
  <>
    {label}
    {required ? <span className="kit-dialog-star" aria-hidden="true" /> : null}
  </>
);

/** Values of the form as its type says: a dialog with `input` as a function has one. */
// the fields of the dialog fill the shape that its caller named
const valuesOf = <V,>(form: FormInstance<V> | undefined): V => form?.getFieldsValue(true) as V;

/** Closing asks while something typed would be lost; so does leaving the page below. What is being sent is not asked about. */
function useQuestionBeforeClosing(touched: () => boolean, busy: boolean, close: () => void): () => Promise<void> {
  const [asking, setAsking] = useState(false);
  const latest = useRef(touched);
  latest.current = () => !busy && touched();
  useEffect(() => addLeaveGuard(() => latest.current()), []);
  return async () => {
    if (asking) return;
    setAsking(true);
    const sure = !latest.current() || (await confirm({ title: message('save.unsaved'), ok: '离开', danger: true }));
    setAsking(false);
    if (sure) close();
  };
}

/** A finding stands at its field until the field changes. */
function useClearedFaults(act: Pick<Act<never, unknown>, 'clear'>, input: unknown): void {
  const before = useRef(input);
  const { clear } = act;
  useEffect(() => {
    const [was, is] = [entriesOf(before.current), entriesOf(input)];
    before.current = input;
    for (const field of Object.keys({ ...was, ...is })) if (!sameValue(was[field], is[field])) clear(field);
  });
}
const entriesOf = (input: unknown): Record<string, unknown> =>
  typeof input === 'object' && input !== null ? { ...input } : {};
