import { useQuery, useQueryClient } from '@tanstack/react-query';
import { joinCompany, leaveCompany, myCompanies } from '@tongda/contract/company/user/companies';
import { Button, Input, Modal } from 'antd';
import { Building2 } from 'lucide-react';
import { useState } from 'react';
import { call } from '../../../kit/call/api';
import { ApiError } from '../../../kit/call/api-error';
import { Panel } from '../../../kit/detail/panel';
import { confirm, reportError, toast } from '../../../kit/dialog/notify';
import { shortTime } from '../../../kit/show/format';
import { ErrorState } from '../../../kit/show/states';

/** 可进入的企业: the account's own company, and those that let it in. */
export function CompanyList() {
  const client = useQueryClient();
  const asked = useQuery({
    queryKey: [myCompanies.path],
    queryFn: () => call(myCompanies, undefined, { quiet: true }),
  });
  const [joining, setJoining] = useState(false);
  const renew = (): Promise<void> => client.invalidateQueries({ queryKey: [myCompanies.path] });
  const leave = async (clientId: string, name: string): Promise<void> => {
    const sure = await confirm({
      title: `不再进入“${name}”？`,
      content: '之后须由该企业重新给出关联码。',
      ok: '退出',
      danger: true,
    });
    if (!sure) return;
    try {
      await call(leaveCompany, { clientId });
      toast('success', '已退出关联');
    } catch (error) {
      reportError(error);
    }
    await renew();
  };
  return (
    <Panel title="可进入的企业" extra="登录时选择" flush>
      {asked.error ? <ErrorState error={asked.error} retry={() => void asked.refetch()} /> : null}
      <ul className="td-devices">
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
              <Button
                aria-label={`退出企业：${company.clientName}`}
                onClick={() => void leave(company.clientId, company.clientName)}
              >
                退出
              </Button>
            )}
          </li>
        ))}
      </ul>
      <div className="td-panel-body">
        <Button onClick={() => setJoining(true)}>输入关联码</Button>
      </div>
      {joining ? <JoinDialog done={renew} close={() => setJoining(false)} /> : null}
    </Panel>
  );
}

function JoinDialog({ done, close }: { done: () => Promise<void>; close: () => void }) {
  const [code, setCode] = useState('');
  const [error, setError] = useState('');
  const [busy, setBusy] = useState(false);
  const join = async (): Promise<void> => {
    const parsed = joinCompany.input.safeParse({ code });
    if (!parsed.success) return setError(parsed.error.issues[0]?.message ?? '请输入关联码');
    setBusy(true);
    try {
      const { clientName } = await call(joinCompany, { code }, { quiet: true });
      await done();
      toast('success', `已关联“${clientName}”，下次登录时可选择进入`);
      close();
    } catch (failure) {
      setBusy(false);
      setError(failure instanceof ApiError ? failure.message : '关联失败，请稍后重试');
    }
  };
  return (
    <Modal
      open
      width={420}
      title="关联企业"
      okText="关联"
      cancelText="取消"
      confirmLoading={busy}
      onOk={() => void join()}
      onCancel={close}
    >
      <div className="td-phone-field">
        <label htmlFor="company-code">关联码（由对方企业的管理员在“用户管理 → 编辑”中生成）</label>
        <Input
          id="company-code"
          autoFocus
          value={code}
          maxLength={20}
          placeholder="12位字母或数字"
          status={error ? 'error' : undefined}
          onChange={(event) => {
            setCode(event.target.value);
            setError('');
          }}
          onPressEnter={() => void join()}
        />
        {error ? <small role="alert">{error}</small> : null}
      </div>
    </Modal>
  );
}
