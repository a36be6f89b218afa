import { fieldGet, fieldSave } from '@tongda/contract/base/prefs/calls';
import { dayMs } from '@tongda/contract/core/durations';
import { Button, type FormInstance } from 'antd';
import { FileClock } from 'lucide-react';
import { useCallback, useState } from 'react';
import { z } from 'zod';
import { call } from '../call/api';
import { useAct } from '../call/use-act';
import { useAsk } from '../call/use-ask';
import { shortTime, wireTime } from '../show/format';
import type { FieldMeta } from './edit-context';
import type { Values } from './edit-schema';
import './draft.css';

const page = 'draft';
const noNames: Draft['names'] = {};
const keptSeconds = (30 * dayMs) / 1000;
const stored = z.object({
  at: z.string(),
  values: z.record(z.string(), z.unknown()),
  /** `<field> <id>` → how a choice reads, as the form knows it by its id only */
  names: z.record(z.string(), z.string()),
});
type Draft = z.infer<typeof stored>;

function parseDraft(json: string | null | undefined): Draft | null {
  if (!json) return null;
  try {
    const parsed = stored.safeParse(JSON.parse(json));
    return parsed.success ? parsed.data : null;
  } catch {
    return null;
  }
}

/** How choices read in the list of changes, by field and id. */
function namesOf(values: Values, fields: ReadonlyMap<string, FieldMeta>): Record<string, string> {
  const named = [...fields.values()].flatMap(({ name, show }) => {
    const value = values[name];
    return typeof value === 'string' && value !== '' && show(value) !== value
      ? [[`${name} ${value}`, show(value)]]
      : [];
  });
  return Object.fromEntries(named);
}

/**
 * 草稿 of a new record: one for each user and kind of form, kept on the server for 30 days, so that it waits on every computer. `kind` null: the form
 * has none.
 */
export function useDraft(kind: string | null, form: FormInstance<Values>, fields: ReadonlyMap<string, FieldMeta>) {
  const question = { page, key: kind ?? '' };
  const answer = useAsk(fieldGet, question, { when: kind !== null, own: 'draft' });
  const [taken, setTaken] = useState<Draft | null>(null);
  const [kept, setKept] = useState<string | null>(null);
  const [gone, setGone] = useState(false);
  const write = useCallback(
    (fields: Draft | null) => call(fieldSave, { page, key: kind ?? '', fields, expiry: keptSeconds }),
    [kind],
  );
  const keeping = useAct(
    async () => {
      const values = form.getFieldsValue(true);
      const at = wireTime(Date.now());
      await write({ at, values, names: { ...taken?.names, ...namesOf(values, fields) } });
      return at;
    },
    { told: '草稿已保存', done: setKept },
  );
  const found = gone || taken || kept ? null : parseDraft(answer.data);
  return {
    /** stands in the bar; null where the form has no drafts */
    keep: kind === null ? null : keeping,
    /** the draft of another time, until it is taken or dropped */
    found,
    keptAt: kept,
    /** how choices of the draft read */
    names: taken?.names ?? noNames,
    take: (): void => {
      if (!found) return;
      setTaken(found);
      form.setFieldsValue(found.values);
    },
    drop: (): void => {
      setGone(true);
      void write(null).catch(() => undefined);
    },
    /** the record was saved: what was its draft goes */
    finish: (): void => {
      if (taken || kept) void write(null).catch(() => undefined);
    },
  };
}

/** Above a new form: what was typed another time waits here. */
export function DraftStrip({ draft }: { draft: ReturnType<typeof useDraft> }) {
  if (!draft.found) return null;
  return (
    <div className="kit-form-draft" role="status">
      <FileClock className="td-ico" />
      <span>有 {shortTime(draft.found.at)} 保存的草稿</span>
      <Button size="small" onClick={draft.take}>
        继续填写
      </Button>
      <Button size="small" type="text" onClick={draft.drop}>
        删除草稿
      </Button>
    </div>
  );
}
