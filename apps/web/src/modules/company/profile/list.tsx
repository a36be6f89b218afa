import { useQueryClient } from '@tanstack/react-query';
import { joinCompany, leaveCompany, myCompanies } from '@tongda/contract/company/user/companies';
import type { Output } from '@tongda/contract/core/endpoint';
import { Button, Input } from 'antd';
import { Building2 } from 'lucide-react';
import { useState } from 'react';
import { call } from '../../../kit/call/api';
import { useAct } from '../../../kit/call/use-act';
import { useAsk } from '../../../kit/call/use-ask';
import { Panel } from '../../../kit/detail/panel';
import { AtField } from '../../../kit/dialog/act-bar';
import { FormDialog } from '../../../kit/dialog/form';
import { shortTime } from '../../../kit/show/format';
import { ErrorState } from '../../../kit/show/states';

type MyCompany = Output<typeof myCompanies>[number];

/** 可进入的企业: the company of the account itself and the companies that it was linked to. */
export function CompanyList() {
  const client = useQueryClient();
  const asked = useAsk(myCompanies, undefined);
  const [joining, setJoining] = useState(false);
  const renew = (): Promise<void> => client.invalidateQueries({ queryKey: [myCompanies.path] });
  const leave = useAct(({ clientId }: MyCompany) => call(leaveCompany, { clientId }), {
    sure: ({ clientName }) => ({
      title: `不再进入“${clientName}”？`,
      content: '之后须由该企业重新给出关联码。',
      ok: '退出',
      danger: true,
    }),
    told: '已退出关联',
    ended: () => void renew(),
  });
  return (
    <Panel title="可进入的企业" extra="登录时选择" flush>
      {asked.error ? <ErrorState error={asked.error} retry={() => void asked.refetch()} /> : null}
      <ul className="company-profile-devices">
        {asked.data?.map((company) => (
          <li key={company.clientId}>
            <Building2 className="td-ico" />
            <div>
              <b>
                {company.clientName}
                {company.current ? <em>当前企业</em> : null}
              </b>
              <small>
                身份：{company.userName}
                {company.since ? `　${shortTime(company.since)} 关联` : ''}
              </small>
            </div>
            {company.own || company.current ? null : (
              <Button aria-label={`退出企业：${company.clientName}`} onClick={() => void leave.run(company)}>
                退出
              </Button>
            )}
          </li>
        ))}
      </ul>
      <div className="kit-detail-panel-body">
        <Button onClick={() => setJoining(true)}>输入关联码</Button>
      </div>
      {joining ? <JoinDialog done={renew} close={() => setJoining(false)} /> : null}
    </Panel>
  );
}

function JoinDialog({ done, close }: { done: () => Promise<void>; close: () => void }) {
  const [code, setCode] = useState('');
  return (
    <FormDialog
      endpoint={joinCompany}
      input={{ code }}
      check
      enter
      told={({ clientName }) => `已关联“${clientName}”，下次登录时可选择进入`}
      done={done}
      close={close}
      width={420}
      title="关联企业"
      okText="关联"
    >
      <div className="company-profile-phone-field">
        <label htmlFor="company-code">关联码（由对方企业的管理员在“用户管理 → 编辑”中生成）</label>
        <AtField name="code">
          <Input
            id="company-code"
            autoFocus
            value={code}
            maxLength={20}
            placeholder="12位字母或数字"
            onChange={(event) => setCode(event.target.value)}
          />
        </AtField>
      </div>
    </FormDialog>
  );
}
