import type { Endpoint, Input } from '@tongda/contract/core/endpoint';
import { message } from '@tongda/contract/core/messages';
import type { FormInstance } from 'antd';
import { useRef } from 'react';
import { call } from '../call/api';
import { type Act, useAct } from '../call/use-act';
import type { Values } from './edit-schema';

interface EditSaveOptions {
  endpoint: Endpoint;
  form: FormInstance<Values>;
  /** what the form holds */
  input: () => Values;
  /** turns it into what is sent, where that takes time (a password is hashed) */
  prepare?: (input: Values) => Promise<Values>;
  /** shows what the answer brings (a password made by the server) before the page is left */
  saved?: (answer: unknown) => void | Promise<void>;
  /** saved: where to go */
  done: () => void;
  /** looks at a failure first; true = the page deals with it */
  refused?: (error: unknown) => boolean;
  /** loads what somebody else changed meanwhile; the form takes it over and keeps what was typed (`useInitial`) */
  reload: () => Promise<unknown>;
}

/** Checks and sends an edited form; errors stand at their fields, a conflict in the bar. */
export function useEditSave(options: EditSaveOptions): {
  act: Act<Values, unknown>;
  /** `done` in place of the usual way to go on */
  save: (done?: () => void) => Promise<void>;
} {
  const { endpoint, form, prepare } = options;
  const goOn = useRef(options.done);
  const act = useAct(
    // the rule of the endpoint has checked what is sent
    async (held: Values) => call(endpoint, (prepare ? await prepare(held) : held) as Input<Endpoint>),
    {
      form,
      told: message('save.ok'),
      done: async (answer) => {
        await options.saved?.(answer);
        goOn.current();
      },
      fresh: options.reload,
      failed: options.refused,
    },
  );
  const save = async (done = options.done): Promise<void> => {
    try {
      await form.validateFields();
    } catch {
      focusFirstError(form);
      return;
    }
    goOn.current = done;
    await act.run(options.input());
  };
  return { act, save };
}

function focusFirstError(form: FormInstance<Values>): void {
  const first = form.getFieldsError().find(({ errors }) => errors.length > 0);
  if (first) form.scrollToField(first.name, { block: 'center', focus: true });
}
