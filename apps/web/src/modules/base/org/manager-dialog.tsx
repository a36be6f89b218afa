import { type OrgRow, orgDetail, orgSetManager } from '@tongda/contract/base/org/calls';
import { useState } from 'react';
import { useAsk } from '../../../kit/call/use-ask';
import { AtField } from '../../../kit/dialog/act-bar';
import { FormDialog } from '../../../kit/dialog/form';
import { RemoteSelect } from '../../../kit/form/input/remote-select';
import { searchUsers } from '../reference/door';

/** 设负责人 of one department; blank takes the manager away. */
export function ManagerDialog({ org, done, close }: { org: OrgRow; done: () => void; close: () => void }) {
  const detail = useAsk(orgDetail, { id: org.id });
  const [chosen, setChosen] = useState<string | null>();
  const held = detail.data?.managerUserId ?? null;
  const value = chosen === undefined ? held : chosen;
  return (
    <FormDialog
      endpoint={orgSetManager}
      input={{ orgId: org.id, userId: value }}
      ready={value !== held}
      touched={value !== held}
      told={value ? '负责人已设置' : '负责人已清除'}
      done={done}
      close={close}
      title={`${org.name} 的负责人`}
      width={420}
    >
      <AtField name="userId">
        <RemoteSelect
          search={searchUsers}
          value={value}
          known={held && detail.data ? { id: held, name: detail.data.managerName } : null}
          placeholder="输入姓名、账号或手机"
          onChange={(id) => setChosen(id ?? null)}
        />
      </AtField>
    </FormDialog>
  );
}
