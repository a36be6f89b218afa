import { companySecurity, companySecurityHis, saveCompanySecurity } from '@tongda/contract/company/user/security';
import type { Output } from '@tongda/contract/core/endpoint';
import { useState } from 'react';
import { useAct } from '../../../kit/call/use-act';
import { SettingDialog, SettingForm } from '../../../kit/dialog/setting';
import { shortTime } from '../../../kit/show/format';
import { RuleLines, type RulesDraft, ruleFields, wholeRules } from './security-rules';
import './styles.css';

const title = '登录安全';
const width = 560;
type Security = Output<typeof companySecurity>;

/** 登录安全: rules of sessions, passwords and locking. Administrators change them; others who manage users may only read. */
export function SecurityDialog({ close }: { close: () => void }) {
  return (
    <SettingDialog title={title} width={width} of={companySecurity} close={close}>
      {(loaded, renew) => <Form loaded={loaded} renew={renew} close={close} />}
    </SettingDialog>
  );
}

interface FormProps {
  loaded: Security;
  renew: () => Promise<unknown>;
  close: () => void;
}

function Form({ loaded, renew, close }: FormProps) {
  const [rules, setRules] = useState<RulesDraft>(loaded);
  const set = (part: Partial<RulesDraft>): void => setRules((before) => ({ ...before, ...part }));
  const { multiLogin } = rules;
  const whole = wholeRules(rules);
  const changed = ruleFields.some((field) => rules[field] !== loaded[field]);
  const ends = loaded.multiLogin && !multiLogin ? loaded.several : 0;
  const save = useAct(saveCompanySecurity, {
    ...(ends > 0
      ? {
          sure: {
            title: `${ends}个用户正在多处登录`,
            content: '关闭后每个用户只保留最近一次登录，其余电脑会提示“强制退出”。',
            ok: '关闭多端登录',
            danger: true,
          },
        }
      : {}),
    told: ({ ended }) => (ended > 0 ? `已保存，${ended}处登录已退出` : '登录安全设置已保存'),
    stale: [companySecurity],
    fresh: renew,
    done: close,
  });
  return (
    <SettingForm
      title={title}
      width={width}
      editable={loaded.editable}
      act={save}
      send={changed && whole ? () => void save.run({ ...whole, version: loaded.version }) : null}
      since={loaded.updateTime ? `最近修改 ${shortTime(loaded.updateTime)}` : '还没有修改过'}
      history={companySecurityHis}
      close={close}
    >
      <RuleLines
        rules={rules}
        set={set}
        editable={loaded.editable}
        overdue={loaded.overdue}
        withoutFactor={loaded.withoutFactor}
      />
    </SettingForm>
  );
}
