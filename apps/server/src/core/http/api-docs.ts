import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { Endpoint } from '@tongda/contract/core/endpoint';
import { errorWords } from '@tongda/contract/core/error-words';
import { transitionsBy } from '@tongda/contract/transport/transitions';
import type { FastifyInstance } from 'fastify';
import { type JsonSchema, jsonSchemaOf } from './json-schema';

/** The logo in the head of the page. */
const logo =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 120 32" width="120" height="32"><rect width="32" height="32" rx="7" fill="#2258DC"/><path d="M8 22c8 0 6-12 14-12" fill="none" stroke="#fff" stroke-width="3.4" stroke-linecap="round"/><circle cx="23" cy="10" r="3.4" fill="#2258DC" stroke="#fff" stroke-width="2.4"/><text x="42" y="23" font-size="20" font-weight="600" fill="#fff" font-family="sans-serif">通达</text></svg>';

/**
 * The OpenAPI 3.1 document of the contract's endpoints. Making the schemas takes a third of a second, so it is done when somebody reads the document and
 * not at each start.
 */
function openApiDocument(endpoints: Endpoint[], publicUrl: string): JsonSchema {
  let paths: Record<string, Record<string, JsonSchema>> | null = null;
  return {
    openapi: '3.1.0',
    info: {
      title: '通达 接口文档',
      version: '0.1.0',
      description: `所有应答为 HTTP 200，内容 {code,msg,data}；${errorWords.map(({ code, text }) => `${code} ${text}`).join('；')}。`,
    },
    servers: [{ url: publicUrl || '/' }],
    components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } } },
    tags: [...new Set(endpoints.map(tagOf))].map((name) => ({ name })),
    get paths() {
      paths ??= pathsOf(endpoints);
      return paths;
    },
  };
}

function pathsOf(endpoints: Endpoint[]): Record<string, Record<string, JsonSchema>> {
  const paths: Record<string, Record<string, JsonSchema>> = {};
  for (const e of endpoints) paths[e.path] = { ...paths[e.path], [e.method.toLowerCase()]: operationOf(e) };
  return paths;
}

const tagOf = (e: Endpoint): string => e.path.split('/').slice(2, -1).join('/');

function operationOf(e: Endpoint): JsonSchema {
  const input = jsonSchemaOf(e.input, 'input');
  const contentType = {
    json: 'application/json',
    form: 'application/x-www-form-urlencoded',
    multipart: 'multipart/form-data',
  }[e.body];
  const access =
    typeof e.access === 'string'
      ? { public: '公开', session: '登录即可' }[e.access]
      : `菜单 ${String(e.access.menu)}${e.access.path ? `，按钮 ${e.access.path}` : ''}`;
  return {
    tags: [tagOf(e)],
    summary: e.title,
    description: [`权限：${access}`, ...transitionsBy(e.path)].join('\n\n'),
    ...(e.access === 'public' ? {} : { security: [{ bearer: [] }] }),
    ...(e.method === 'GET'
      ? { parameters: parametersOf(input) }
      : { requestBody: { content: { [contentType]: { schema: input } } } }),
    responses: {
      200: { description: '应答', content: { 'application/json': { schema: e.raw ? {} : envelopeOf(e) } } },
    },
  };
}

function envelopeOf(e: Endpoint): JsonSchema {
  return {
    type: 'object',
    required: ['code', 'msg', 'data'],
    properties: {
      code: { type: 'integer', const: e.okCode },
      msg: { type: 'string' },
      data: jsonSchemaOf(e.output, 'output'),
    },
  };
}

function parametersOf(input: JsonSchema): JsonSchema[] {
  // what JSON schema says of an object
  const properties = (input.properties ?? {}) as Record<string, JsonSchema>;
  // likewise
  const required = new Set((input.required ?? []) as string[]);
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: 'query',
    required: required.has(name),
    schema: property,
  }));
}

/** Serves the document and a page to read it at /api/docs; the page loads nothing from other hosts. */
export async function serveApiDocs(app: FastifyInstance, endpoints: Endpoint[], publicUrl: string): Promise<void> {
  await app.register(swagger, {
    mode: 'static',
    // the plugin's type is that of OpenAPI 3.0 or 3.1 in full; ours is plain JSON
    specification: { document: openApiDocument(endpoints, publicUrl) as never },
  });
  await app.register(swaggerUi, {
    routePrefix: '/api/docs',
    staticCSP: true,
    transformStaticCSP: (header) =>
      `${header
        .replace("style-src 'self'", "style-src 'self' 'unsafe-inline'")
        .replace(/base-uri [^;]*/u, "base-uri 'none'")
        .replace(/frame-ancestors [^;]*/u, "frame-ancestors 'none'")}`,
    logo: { type: 'image/svg+xml', content: Buffer.from(logo), href: '/api/docs', target: '_self' },
    theme: { title: '通达 接口文档' },
    uiConfig: { docExpansion: 'none', defaultModelsExpandDepth: 0 },
  });
}
