import type { Endpoint, Input } from '@tongda/contract/core/endpoint';
import { message } from '@tongda/contract/core/messages';
import type { FormInstance } from 'antd';
import { useState } from 'react';
import { call } from '../call/api';
import { ApiError } from '../call/api-error';
import { confirm, reportError, toast } from '../dialog/notify';
import { pathOf, type Values } from './edit-schema';

interface EditSaveOptions {
  endpoint: Endpoint;
  form: FormInstance<Values>;
  /** what the form holds */
  input: () => Values;
  /** turns it into what is sent, where that takes time (a password is hashed) */
  prepare?: (input: Values) => Promise<Values>;
  /** is there a field of this name on the form? */
  knows: (field: string) => boolean;
  /** shows what the answer brings (a password made by the server) before the page is left */
  saved?: (answer: unknown) => void | Promise<void>;
  /** saved: where to go */
  done: () => void;
  /** somebody else changed it meanwhile and the user wants the newer one */
  reload: () => void;
}

/** Checks, sends, and says what went wrong where it went wrong. */
export function useEditSave(options: EditSaveOptions): {
  saving: boolean;
  /** `done` in place of the usual way to go on */
  save: (done?: () => void) => Promise<void>;
} {
  const { endpoint, form } = options;
  const [saving, setSaving] = useState(false);
  const save = async (done = options.done): Promise<void> => {
    try {
      await form.validateFields();
    } catch {
      focusFirstError(form);
      return;
    }
    setSaving(true);
    try {
      const held = options.input();
      const input = options.prepare ? await options.prepare(held) : held;
      const answer = await call(endpoint, input as Input<Endpoint>);
      toast('success', message('save.ok'));
      await options.saved?.(answer);
      done();
    } catch (error) {
      await explain(error, options);
    } finally {
      setSaving(false);
    }
  };
  return { saving, save };
}

/** Findings go to their fields; a newer version asks for a reload; the rest is told. */
async function explain(error: unknown, { form, knows, reload }: EditSaveOptions): Promise<void> {
  if (!(error instanceof ApiError)) {
    reportError(error);
    return;
  }
  const atFields = error.errors.filter(({ field }) => knows(field));
  form.setFields(atFields.map(({ field, msg }) => ({ name: pathOf(field), errors: [msg] })));
  if (atFields.length > 0) focusFirstError(form);
  else if (error.code === 4009) {
    if (await confirm({ title: error.message, ok: '刷新' })) reload();
  } else reportError(error);
}

function focusFirstError(form: FormInstance<Values>): void {
  const first = form.getFieldsError().find(({ errors }) => errors.length > 0);
  if (first) form.scrollToField(first.name, { block: 'center', focus: true });
}
