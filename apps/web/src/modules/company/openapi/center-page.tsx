import { interfacePage, type OpenInterface } from '@tongda/contract/company/openapi/calls';
import { href, routes } from '@tongda/contract/shell/routes';
import { BookOpen } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { useAsk } from '../../../kit/call/use-ask';
import { ErrorState, Loading } from '../../../kit/show/states';
import { WorkFrame } from '../../../kit/work/frame';
import { AccessGuide } from './access-guide';
import { ApplyDialog } from './apply-dialog';
import { ApplyState } from './apply-state';
import './styles.css';

/** 接口中心: the interfaces that programs of the company may use, with the state of its application for each. */
export function InterfaceCenterPage() {
  const asked = useAsk(interfacePage, undefined, { refetchOnMount: 'always' });
  const [applying, setApplying] = useState<OpenInterface | null>(null);
  const refresh = (): void => void asked.refetch();
  const { data } = asked;
  const groups = [...new Set((data?.list ?? []).map(({ group }) => group))];
  return (
    <WorkFrame
      head={{
        title: '接口中心',
        meta: data?.docs ? (
          <a className="company-openapi-docs" href="/api/docs" target="_blank" rel="noreferrer">
            <BookOpen className="td-ico" />
            全部接口文档
          </a>
        ) : null,
      }}
    >
      {asked.error ? <ErrorState error={asked.error} retry={refresh} /> : null}
      {asked.isLoading ? <Loading /> : null}
      {data ? (
        <div className="company-openapi">
          <div className="company-openapi-groups">
            {groups.map((group) => (
              <section key={group}>
                <h2>{group}</h2>
                <ul>
                  {data.list
                    .filter((one) => one.group === group)
                    .map((one) => (
                      <li key={one.key} className="company-openapi-card">
                        <div>
                          <h3>
                            <Link to={href(routes.interfaceDetails, 'community', { id: one.key })}>{one.name}</Link>
                          </h3>
                          <p>{one.summary}</p>
                          <code>
                            {one.method} {one.path}
                          </code>
                        </div>
                        <ApplyState one={one} mayApply={data.mayApply} apply={() => setApplying(one)} done={refresh} />
                      </li>
                    ))}
                </ul>
              </section>
            ))}
          </div>
          <AccessGuide origin={data.origin} />
        </div>
      ) : null}
      {applying ? <ApplyDialog one={applying} close={() => setApplying(null)} done={refresh} /> : null}
    </WorkFrame>
  );
}
