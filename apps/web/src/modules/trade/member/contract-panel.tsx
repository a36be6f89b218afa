import type { Output } from '@tongda/contract/core/endpoint';
import { companyAuthStatus, contractStatus } from '@tongda/contract/trade/member/enums';
import { type MemberOrderDetail, queryOrderDetail } from '@tongda/contract/trade/member/order';
import {
  afterSignContract,
  contractPageRequest,
  type MemberContract,
  memberContractFile,
  queryAuthResult,
} from '@tongda/contract/trade/member/pay';
import { Button, Checkbox, Form, Input, Modal } from 'antd';
import { Download, FileSignature } from 'lucide-react';
import { useState } from 'react';
import { fetchFile } from '../../../kit/call/api';
import { useAct } from '../../../kit/call/use-act';
import { useAsk } from '../../../kit/call/use-ask';
import { ActBar } from '../../../kit/dialog/act-bar';
import { saveBlob } from '../../../kit/files/downloads';
import { Can } from '../../../kit/session/can';
import { ErrorState, Loading } from '../../../kit/show/states';

/** The contract of an order as a PDF: signed, or marked as a draft. */
export const useContractFile = () =>
  useAct(async ({ orderNo }: { orderNo: string }) =>
    saveBlob(await fetchFile(memberContractFile, { orderNo }), `会员服务合同-${orderNo}.pdf`),
  );

/** Whether the contract of an order is signed, and the way to sign or to download it. */
export function ContractPanel({ order }: { order: MemberOrderDetail }) {
  const [signing, setSigning] = useState(false);
  const file = useContractFile();
  const signed = order.contractStatus === contractStatus.signed;
  return (
    <section className="kit-form-group" aria-label="合同">
      <div className="kit-form-group-head">
        <h2>合同</h2>
        <span className="td-dot" data-tone={signed ? 'green' : 'amber'}>
          {contractStatus.label(order.contractStatus)}
        </span>
      </div>
      {signed ? (
        <div>
          <Button icon={<Download />} loading={file.busy} onClick={() => void file.run({ orderNo: order.orderNo })}>
            下载合同
          </Button>
        </div>
      ) : (
        <Can do={contractPageRequest}>
          <div>
            <Button type="primary" icon={<FileSignature />} onClick={() => setSigning(true)}>
              生成并签署合同
            </Button>
          </div>
        </Can>
      )}
      {signing ? <SignDialog orderNo={order.orderNo} close={() => setSigning(false)} /> : null}
    </section>
  );
}

/** 签署合同: first who the company is, until the provider has checked it; then the clauses, and the name of who signs. */
export function SignDialog({ orderNo, close }: { orderNo: string; close: () => void }) {
  const auth = useAsk(queryAuthResult, undefined);
  const [contract, setContract] = useState<MemberContract | null>(null);
  return (
    <Modal open title={contract?.title ?? '签署合同'} footer={null} width={720} onCancel={close}>
      {auth.error ? <ErrorState error={auth.error} retry={() => void auth.refetch()} /> : null}
      {!auth.data && !auth.error ? <Loading /> : null}
      {auth.data && !contract ? (
        <Prepare
          orderNo={orderNo}
          auth={auth.data}
          done={(made) => {
            // a provider with a page of its own signs there
            if (made.signUrl) window.open(made.signUrl, '_blank', 'noopener');
            setContract(made);
          }}
        />
      ) : null}
      {contract ? <Sign orderNo={orderNo} contract={contract} close={close} /> : null}
    </Modal>
  );
}

interface Facts {
  creditCode: string;
  legalPerson: string;
}
interface PrepareProps {
  orderNo: string;
  auth: Output<typeof queryAuthResult>;
  done: (made: MemberContract) => void;
}
function Prepare({ orderNo, auth, done }: PrepareProps) {
  const known = auth.authStatus === companyAuthStatus.done;
  const [form] = Form.useForm<Facts>();
  const make = useAct(contractPageRequest, { form, done, stale: [queryAuthResult, queryOrderDetail] });
  return (
    <Form<Facts>
      form={form}
      layout="vertical"
      className="td-stack"
      initialValues={{ creditCode: auth.creditCode, legalPerson: auth.legalPerson }}
      onFinish={(values) => void make.run({ orderNo, ...(known ? {} : values) })}
    >
      <ActBar of={make} />
      <p>签约企业：{auth.companyName}</p>
      {known ? null : (
        <>
          <Form.Item
            name="creditCode"
            label="统一社会信用代码"
            rules={[{ required: true, message: '请输入统一社会信用代码' }]}
          >
            <Input maxLength={18} />
          </Form.Item>
          <Form.Item name="legalPerson" label="法定代表人" rules={[{ required: true, message: '请输入法定代表人' }]}>
            <Input maxLength={30} />
          </Form.Item>
        </>
      )}
      <div>
        <Button type="primary" htmlType="submit" loading={make.busy}>
          生成合同
        </Button>
      </div>
    </Form>
  );
}

function Sign({ orderNo, contract, close }: { orderNo: string; contract: MemberContract; close: () => void }) {
  const [form] = Form.useForm<{ signer: string }>();
  const [agreed, setAgreed] = useState(false);
  const sign = useAct(afterSignContract, {
    form,
    told: '合同已签署',
    stale: [queryOrderDetail],
    done: close,
  });
  return (
    <Form form={form} layout="vertical" onFinish={({ signer }) => void sign.run({ orderNo, signer, agreed: true })}>
      <ActBar of={sign} />
      <article className="trade-member-clauses">
        <p>
          合同编号 {contract.contractNo}，甲方：{contract.partyA}，乙方：{contract.partyB}
        </p>
        {contract.clauses.map(({ title, text }) => (
          <div key={title}>
            <h3>{title}</h3>
            <p>{text}</p>
          </div>
        ))}
      </article>
      <Form.Item name="signer" label="签署人姓名" rules={[{ required: true, message: '请输入签署人姓名' }]}>
        <Input maxLength={30} />
      </Form.Item>
      <p>
        <Checkbox checked={agreed} onChange={(event) => setAgreed(event.target.checked)}>
          我已阅读合同，并有权代表本企业签署
        </Checkbox>
      </p>
      <Button type="primary" htmlType="submit" disabled={!agreed} loading={sign.busy}>
        签署
      </Button>
    </Form>
  );
}
