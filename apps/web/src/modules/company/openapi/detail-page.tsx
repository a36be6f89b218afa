import { type DocField, type InterfaceDoc, interfaceDetail } from '@tongda/contract/company/openapi/calls';
import { interfaceCharge } from '@tongda/contract/company/openapi/enums';
import { href, routes } from '@tongda/contract/shell/routes';
import { Button, Segmented, Tabs } from 'antd';
import { Copy } from 'lucide-react';
import { Fragment, useState } from 'react';
import { useParams } from 'react-router';
import { useAsk } from '../../../kit/call/use-ask';
import { Markdown } from '../../../kit/markdown/view';
import { copyText } from '../../../kit/show/copy';
import { formatNumber } from '../../../kit/show/format';
import { ErrorState, Loading } from '../../../kit/show/states';
import { WorkFrame } from '../../../kit/work/frame';
import { ApplyDialog } from './apply-dialog';
import { ApplyState, appsWithout } from './apply-state';
import { TryOut } from './try-out';
import '../../../kit/detail/facts.css';
import './styles.css';

/** 接口详情: address, parameters, result, example and codes, as the interface itself defines them. */
export function InterfaceDetailPage() {
  const { id: key = '' } = useParams();
  const asked = useAsk(interfaceDetail, { key });
  const [applying, setApplying] = useState(false);
  const { data } = asked;
  if (asked.error) return <ErrorState error={asked.error} retry={() => void asked.refetch()} />;
  if (!data) return <Loading />;
  return (
    <WorkFrame
      head={{
        title: data.name,
        back: href(routes.interfaceCenter, 'community'),
        code: data.group,
        meta: data.seesPrograms ? (
          <ApplyState
            one={data}
            apps={data.apps}
            mayApply={data.mayApply}
            apply={() => setApplying(true)}
            done={() => void asked.refetch()}
          />
        ) : null,
      }}
    >
      <div className="company-openapi-doc">
        <p>{data.summary}</p>
        <dl className="kit-detail-facts">
          <dt>请求地址</dt>
          <dd>
            <code>
              {data.method} {data.url}
            </code>
            <Copying text={data.url} what="地址" />
          </dd>
          <dt>所需权限</dt>
          <dd>{data.right}</dd>
          <dt>限流</dt>
          <dd>
            每个应用每秒{formatNumber(data.perSecond)}次
            {data.dailyLimit === null ? '，每日按授权额度' : `，每日最多${formatNumber(data.dailyLimit)}次`}
          </dd>
          {data.charge === interfaceCharge.paid ? (
            <>
              <dt>收费</dt>
              <dd>{data.chargeNote}</dd>
            </>
          ) : null}
        </dl>
        {data.doc ? <Markdown text={data.doc} /> : null}
        <Tabs
          items={[
            { key: 'params', label: '请求参数', children: <Fields of={data.params} none="没有参数" request /> },
            { key: 'result', label: '返回', children: <Fields of={data.result} none="data 为 null" /> },
            { key: 'example', label: '示例', children: <Example doc={data} /> },
            { key: 'errors', label: '错误码', children: <Errors doc={data} /> },
            ...(data.readOnly ? [{ key: 'try', label: '在线调试', children: <TryOut doc={data} /> }] : []),
          ]}
        />
      </div>
      {applying ? (
        <ApplyDialog
          one={data}
          apps={appsWithout(data.apps, data)}
          close={() => setApplying(false)}
          done={() => void asked.refetch()}
        />
      ) : null}
    </WorkFrame>
  );
}

function Copying({ text, what }: { text: string; what: string }) {
  return (
    <Button
      type="text"
      size="small"
      aria-label={`复制${what}`}
      title={`复制${what}`}
      icon={<Copy />}
      onClick={() => void copyText(text)}
    />
  );
}

function Fields({ of, none, request }: { of: readonly DocField[]; none: string; request?: boolean }) {
  if (of.length === 0) return <p className="td-cap">{none}</p>;
  return (
    <table className="company-openapi-fields">
      <thead>
        <tr>
          <th>名称</th>
          <th>类型</th>
          {request ? <th>必填</th> : null}
          <th>说明</th>
          <th>取值</th>
        </tr>
      </thead>
      <tbody>
        {of.map((field) => (
          <tr key={field.path}>
            <td style={{ paddingLeft: 12 + field.depth * 18 }}>
              <code>{field.name}</code>
            </td>
            <td>{field.type}</td>
            {request ? <td>{field.required ? '是' : '否'}</td> : null}
            <td>{field.label}</td>
            <td>{field.rule}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Example({ doc }: { doc: InterfaceDoc }) {
  const [language, setLanguage] = useState('curl');
  const shown = doc.samples.find(({ key }) => key === language);
  return (
    <>
      <h2>
        请求内容 <Copying text={doc.example} what="请求内容" />
      </h2>
      <pre>{doc.example}</pre>
      {doc.answerExample ? (
        <>
          <h2>
            返回内容 <Copying text={doc.answerExample} what="返回内容" />
          </h2>
          <pre>{doc.answerExample}</pre>
        </>
      ) : null}
      <h2>调用程序 {shown ? <Copying text={shown.code} what="程序" /> : null}</h2>
      <p className="td-cap">设置环境变量 TONGDA_APP_KEY 和 TONGDA_APP_SECRET 后可直接运行。</p>
      <Segmented
        value={language}
        onChange={setLanguage}
        options={doc.samples.map(({ key, name }) => ({ value: key, label: name }))}
      />
      <pre>{shown?.code}</pre>
    </>
  );
}

/** What a program is answered, by HTTP status and code, with what to do about each sentence. */
function Errors({ doc }: { doc: InterfaceDoc }) {
  return (
    <table className="company-openapi-fields company-openapi-answers">
      <thead>
        <tr>
          <th>HTTP</th>
          <th>code</th>
          <th>含义</th>
          <th>msg</th>
          <th>怎么办</th>
        </tr>
      </thead>
      <tbody>
        {doc.errors.map((answer) => {
          const [first, ...more] = answer.cases;
          const rowSpan = Math.max(1, answer.cases.length);
          return (
            <Fragment key={answer.key}>
              <tr>
                <td rowSpan={rowSpan}>{answer.http}</td>
                <td rowSpan={rowSpan}>
                  <code>{answer.code}</code>
                </td>
                <td rowSpan={rowSpan}>{answer.text}</td>
                <td>{first?.msg}</td>
                <td>{first?.todo}</td>
              </tr>
              {more.map(({ msg, todo }) => (
                <tr key={msg}>
                  <td>{msg}</td>
                  <td>{todo}</td>
                </tr>
              ))}
            </Fragment>
          );
        })}
      </tbody>
    </table>
  );
}
