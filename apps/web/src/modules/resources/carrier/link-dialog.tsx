import { type CarrierRow, carrierCompany, carrierDetail, carrierLink } from '@tongda/contract/resources/carrier/calls';
import { Button, Input, Space } from 'antd';
import { useState } from 'react';
import { ApiError } from '../../../kit/call/api-error';
import { newestOf, useAct } from '../../../kit/call/use-act';
import { AtField } from '../../../kit/dialog/act-bar';
import { ActDialog } from '../../../kit/dialog/form';
import { ShareFacts } from './share-facts';

/** 关联公司: links the carrier to its company on this platform, by the shared code that the company's administrator gives. */
export function LinkDialog(props: { carrier: CarrierRow; done: () => void; close: () => void }) {
  const { carrier, done, close } = props;
  const [code, setCode] = useState('');
  const [name, setName] = useState('');
  const [fault, setFault] = useState('');
  const look = useAct(carrierCompany, {
    done: (found) => setName(found.name),
    failed: (error) => {
      const told = error instanceof ApiError ? error.errors.find(({ field }) => field === 'code') : undefined;
      if (told) setFault(told.msg);
      return told !== undefined;
    },
  });
  const link = useAct(carrierLink, {
    told: (_, { code: to }) => (to === null ? `${carrier.name}已取消关联` : `${carrier.name}已关联${name}`),
    fresh: newestOf(carrierDetail, { id: carrier.id }),
    done,
  });
  const { id, version } = carrier;
  const free = async (): Promise<void> => {
    if (await link.run({ id, version, code: null })) close();
  };
  return (
    <ActDialog
      act={link}
      input={{ id, version, code }}
      ready={name !== ''}
      close={close}
      title={`关联公司 ${carrier.name}`}
      okText="关联"
      width={460}
    >
      {carrier.linkedName ? (
        <>
          <ShareFacts carrier={carrier} />
          <p>
            <Button danger size="small" disabled={link.busy} onClick={() => void free()}>
              取消关联
            </Button>
          </p>
        </>
      ) : null}
      <p className="td-cap">
        承运商也在使用本平台时，填写它的共享识别码（由对方管理员在公司信息中查看），即可看到双方的设备共享。
      </p>
      <AtField name="code">
        <Space.Compact block>
          <Input
            aria-label="共享识别码"
            placeholder="如 SZHD2026"
            value={code}
            maxLength={12}
            status={fault ? 'error' : undefined}
            onChange={(event) => {
              setCode(event.target.value.trim().toUpperCase());
              setName('');
              setFault('');
            }}
            onPressEnter={() => (code ? void look.run({ code }) : undefined)}
          />
          <Button disabled={code === ''} loading={look.busy} onClick={() => void look.run({ code })}>
            查找
          </Button>
        </Space.Compact>
      </AtField>
      <div style={{ minHeight: 24, marginTop: 6 }}>
        {fault ? (
          <span role="alert" style={{ color: 'var(--td-red)' }}>
            {fault}
          </span>
        ) : null}
        {name ? (
          <span>
            该识别码属于 <b>{name}</b>，确认后点“关联”
          </span>
        ) : null}
      </div>
    </ActDialog>
  );
}
