import { upEmail, upName } from '@tongda/contract/company/profile/calls';
import { Button, Input } from 'antd';
import { Pencil } from 'lucide-react';
import { useState } from 'react';
import { type Act, useAct } from '../../../kit/call/use-act';
import { ActScope, AtField } from '../../../kit/dialog/act-bar';

interface LineProps {
  value: string;
  editable: boolean;
  changed: () => Promise<void>;
}

/** The name of the user, edited in place. */
export function NameLine(props: LineProps) {
  const [draft, setDraft] = useState<string | null>(null);
  const act = useAct(upName, { check: true, told: '姓名已修改', done: doneOf(props, setDraft) });
  const save = (name: string): void => void act.run({ name });
  return <Line {...props} of={{ field: 'name', label: '姓名', none: '', most: 10, act, save, draft, setDraft }} />;
}

/** His e-mail address; the password is asked for by itself. */
export function EmailLine(props: LineProps) {
  const [draft, setDraft] = useState<string | null>(null);
  const told = (_: unknown, { email }: { email?: string | null }): string => (email ? '邮箱已修改' : '邮箱已清除');
  const act = useAct(upEmail, { check: true, told, done: doneOf(props, setDraft) });
  const save = (email: string): void => void act.run({ email });
  return (
    <Line {...props} of={{ field: 'email', label: '邮箱', none: '未填写', most: 60, act, save, draft, setDraft }} />
  );
}

const doneOf =
  ({ changed }: LineProps, setDraft: (draft: null) => void) =>
  async (): Promise<void> => {
    await changed();
    setDraft(null);
  };

interface Field {
  field: 'name' | 'email';
  label: string;
  /** shown for a blank one */
  none: string;
  most: number;
  act: Omit<Act<unknown, unknown>, 'run'>;
  save: (text: string) => void;
  draft: string | null;
  setDraft: (draft: string | null) => void;
}

/** A text that is changed where it stands, with its error below. */
function Line({ value, editable, of }: LineProps & { of: Field }) {
  const { field, label, act, draft, setDraft } = of;
  const stop = (): void => setDraft(null);
  const save = (): void => {
    if (draft === null || draft.trim() === value) stop();
    else of.save(draft);
  };
  if (draft === null) {
    return (
      <>
        {value || of.none}
        {editable ? (
          <Button type="text" icon={<Pencil />} aria-label={`修改${label}`} onClick={() => setDraft(value)} />
        ) : null}
      </>
    );
  }
  return (
    <span className="company-profile-edit">
      <ActScope of={act}>
        <AtField name={field}>
          <Input
            aria-label={label}
            autoFocus
            value={draft}
            maxLength={of.most}
            onChange={(event) => {
              setDraft(event.target.value);
              act.clear();
            }}
            onPressEnter={save}
          />
        </AtField>
        <Button type="primary" loading={act.busy} onClick={save}>
          保存
        </Button>
        <Button onClick={stop}>取消</Button>
      </ActScope>
    </span>
  );
}
