import { enterpriseSetup } from '@tongda/contract/base/org/calls';
import { allowsAccess } from '@tongda/contract/core/allows';
import { Button } from 'antd';
import { CircleCheck, CircleDashed } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Link } from 'react-router';
import { z } from 'zod';
import { useAsk } from '../../../kit/call/use-ask';
import { Panel } from '../../../kit/detail/panel';
import { fetchPref, localPref, savePref } from '../../../kit/session/prefs';
import { useSession } from '../../../kit/session/user';
import { settingUp, setupSteps } from './setup-steps';

const page = 'enterpriseHome';
const key = 'setupHidden';
const flag = z.boolean();

/** 开通清单: the steps that a new company still has to take, until its first terminal reports or its administrator hides the list. */
export function SetupPanel() {
  const session = useSession();
  const [hidden, setHidden] = useState(() => localPref(page, key, flag) ?? false);
  useEffect(() => {
    void fetchPref(page, key, flag).then((kept) => kept !== null && setHidden(kept));
  }, []);
  const { data } = useAsk(enterpriseSetup, undefined);
  if (hidden || !data) return null;
  const steps = setupSteps(data).filter(({ menu }) => allowsAccess(session, { menu }));
  if (!settingUp(steps)) return null;
  const needed = steps.filter(({ optional }) => !optional);
  const hide = () => {
    setHidden(true);
    void savePref(page, key, true);
  };
  return (
    <Panel
      title="开通清单"
      extra={
        <>
          已完成 {needed.filter(({ done }) => done).length} / {needed.length}
          <Button type="link" size="small" onClick={hide}>
            不再显示
          </Button>
        </>
      }
    >
      <p className="td-cap">按顺序进行，每一步都可以用“导入”一次录入已有的表格；标“选做”的可以以后再补。</p>
      <ol className="base-org-setup" aria-label="开通清单">
        {steps.map(({ name, text, done, optional, to }) => (
          <li key={name} data-done={done}>
            <Link to={to}>
              {done ? <CircleCheck className="td-ico" /> : <CircleDashed className="td-ico" />}
              <span>{name}</span>
              <span className="td-cap">{done || !optional ? text : `${text}　选做`}</span>
            </Link>
          </li>
        ))}
      </ol>
    </Panel>
  );
}
