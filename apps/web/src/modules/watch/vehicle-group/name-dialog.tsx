import { groupRules } from '@tongda/contract/watch/vehicle-group/calls';
import { Input } from 'antd';
import { useState } from 'react';
import { type ActOptions, refusedField, useAct } from '../../../kit/call/use-act';
import { AtField } from '../../../kit/dialog/act-bar';
import { ActDialog } from '../../../kit/dialog/form';

interface NameDialogProps {
  title: string;
  initial: string;
  send: (name: string) => Promise<unknown>;
  /** the sentence of the toast when it was sent */
  told: string;
  stale: ActOptions<unknown, unknown>['stale'];
  close: () => void;
}

/** A group's name; what the server says about it stands under the field. */
export function NameDialog({ title, initial, send, told, stale, close }: NameDialogProps) {
  const [name, setName] = useState(initial);
  const act = useAct(
    async (typed: { name: string }) => {
      if (typed.name === '') throw refusedField('name', '请输入分组名称');
      if (typed.name !== initial) await send(typed.name);
      return true;
    },
    { told: (_, typed) => (typed.name === initial ? null : told), stale },
  );
  return (
    <ActDialog act={act} input={{ name: name.trim() }} enter close={close} width={400} title={title}>
      <AtField name="name">
        <Input
          aria-label="分组名称"
          autoFocus
          value={name}
          maxLength={groupRules.nameMaxChars}
          showCount
          placeholder="如：医药专线、周末值班"
          onChange={(event) => setName(event.target.value)}
        />
      </AtField>
    </ActDialog>
  );
}
