import { useQueryClient } from '@tanstack/react-query';
import { loginDevices, loginRecords } from '@tongda/contract/base/identity/account';
import { accountTypeWords, profile } from '@tongda/contract/company/profile/calls';
import { myCompanies } from '@tongda/contract/company/user/companies';
import type { Output } from '@tongda/contract/core/endpoint';
import { Button } from 'antd';
import { type ReactNode, useState } from 'react';
import { useAsk } from '../../../kit/call/use-ask';
import { Panel } from '../../../kit/detail/panel';
import { reloadUser } from '../../../kit/session/user';
import { none } from '../../../kit/show/format';
import { ErrorState, Loading } from '../../../kit/show/states';
import { WorkFrame } from '../../../kit/work/frame';
import { FactorLine } from '../../base/identity/door';
import { AvatarBlock } from './avatar-block';
import { DeviceList, RecordList } from './device-list';
import { EmailLine, NameLine } from './edit-line';
import { CompanyList } from './list';
import { PhoneDialog } from './phone-dialog';
import { Preferences } from './preferences';
import { WechatLine } from './wechat-line';
import './styles.css';

/** 个人信息: picture, name, phone, preferences; where the account is logged in and what happened to it. */
export function UserInfoPage() {
  const client = useQueryClient();
  const loaded = useAsk(profile, undefined);
  const ready = useLists(loaded.data?.editable);
  const changed = async (): Promise<void> => {
    await Promise.all([profile, loginRecords].map(({ path }) => client.invalidateQueries({ queryKey: [path] })));
    // The header shows name and picture too.
    await reloadUser();
  };
  return (
    <WorkFrame
      head={{
        title: '个人信息',
        meta: loaded.data && !loaded.data.editable ? '代管或访问期间不能修改个人信息' : null,
      }}
    >
      {loaded.error ? <ErrorState error={loaded.error} retry={() => void loaded.refetch()} /> : null}
      {loaded.isLoading || (loaded.data && !ready) ? <Loading /> : null}
      {loaded.data && ready ? (
        <div className="company-profile">
          <Facts person={loaded.data} changed={changed} />
          <div className="company-profile-side">
            {loaded.data.editable ? <Preferences /> : null}
            {loaded.data.editable ? <DeviceList /> : null}
            {loaded.data.editable ? <CompanyList /> : null}
            <RecordList />
          </div>
        </div>
      ) : null}
    </WorkFrame>
  );
}

/** Whether the lists at the side can be drawn: they stand below one another, so that none may come after the next one. `editable` undefined: not known yet. */
function useLists(editable: boolean | undefined): boolean {
  const devices = useAsk(loginDevices, undefined, { when: editable === true });
  const companies = useAsk(myCompanies, undefined, { when: editable === true });
  return editable === false || (!devices.isPending && !companies.isPending);
}

function Facts({ person, changed }: { person: Output<typeof profile>; changed: () => Promise<void> }) {
  const [phoning, setPhoning] = useState(false);
  const { editable, lastLogin } = person;
  return (
    <Panel title="基本信息">
      <AvatarBlock name={person.name} url={person.headImgUrl} editable={editable} changed={changed} />
      <dl className="company-profile-facts">
        <Fact label="姓名">
          <NameLine value={person.name} editable={editable} changed={changed} />
        </Fact>
        <Fact label="账号">{person.accountCode}</Fact>
        <Fact label="账号类型">{accountTypeWords[person.accountType]}</Fact>
        <Fact label="手机号">
          {person.phone ?? '未绑定'}
          {editable ? (
            <Button type="link" onClick={() => setPhoning(true)}>
              {person.phone ? '更换' : '绑定'}
            </Button>
          ) : null}
        </Fact>
        <Fact label="邮箱">
          <EmailLine value={person.email} editable={editable} changed={changed} />
        </Fact>
        {person.wechat ? (
          <Fact label="微信">
            <WechatLine boundTime={person.wechat.boundTime} editable={editable} changed={changed} />
          </Fact>
        ) : null}
        {editable ? (
          <Fact label="二次验证">
            <FactorLine changed={changed} />
          </Fact>
        ) : null}
        <Fact label="所属企业">{person.clientName}</Fact>
        <Fact label="所属部门">{person.orgName}</Fact>
        <Fact label="角色">{person.roles.join('、') || none}</Fact>
        <Fact label="上次登录">{lastLogin ? `${lastLogin.time}　${lastLogin.ip}` : '首次登录'}</Fact>
      </dl>
      {phoning ? <PhoneDialog phone={person.phone} done={changed} close={() => setPhoning(false)} /> : null}
    </Panel>
  );
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}
