// Drives a server through one of the official TypeScript clients and prints what came back as JSON.
// FETCH_URL is a page that the server may fetch.
// usage: node drive.mjs sdk|client stdio COMMAND ARGUMENT…   or   node drive.mjs sdk|client http URL

const [kind, transport, ...target] = process.argv.slice(2);

async function loadSdk() {
  const { Client } = await import("@modelcontextprotocol/sdk/client/index.js");
  const { StdioClientTransport } = await import("@modelcontextprotocol/sdk/client/stdio.js");
  const { StreamableHTTPClientTransport } = await import("@modelcontextprotocol/sdk/client/streamableHttp.js");
  return { Client, StdioClientTransport, StreamableHTTPClientTransport };
}

async function loadClient() {
  const { Client, StreamableHTTPClientTransport } = await import("@modelcontextprotocol/client");
  const { StdioClientTransport } = await import("@modelcontextprotocol/client/stdio");
  return { Client, StdioClientTransport, StreamableHTTPClientTransport };
}

const CALLS = [
  ["list_sites", {}],
  ["list_pages", { limit: 2 }],
  ["search_site", { query: "leaking boat" }],
  ["read_page", { page: "/rules" }],
  ["read_section", { id: "club.example/rules#rules" }],
  ["answer_question", { question: "What do I do with a leaking boat?" }],
  ["fetch_doc_content", { url: process.env.FETCH_URL, maxPages: 2, depth: 2 }],
  ["crawl_site", { url: "ftp://club.example/" }],
  ["crawl_status", { job_id: "none" }],
  ["cancel_crawl", { job_id: "none" }],
  ["search_site", { query: "boat", top_k: 3 }],
];

const { Client, StdioClientTransport, StreamableHTTPClientTransport } = kind === "sdk" ? await loadSdk() : await loadClient();
const wire =
  transport === "stdio"
    ? new StdioClientTransport({ command: target[0], args: target.slice(1), stderr: "ignore", env: process.env })
    : new StreamableHTTPClientTransport(new URL(target[0]));
const client = new Client({ name: "client-tests", version: "1.0.0" });
await client.connect(wire);

const out = { tools: (await client.listTools()).tools.map((tool) => tool.name), calls: [] };
for (const [name, args] of CALLS) {
  const reply = await client.callTool({ name, arguments: args });
  out.calls.push({ name, isError: reply.isError === true, blocks: reply.content.length, structured: reply.structuredContent });
}
out.resources = (await client.listResources()).resources.map((resource) => resource.uri);
out.page = (await client.readResource({ uri: "site://club.example/boats" })).contents[0].text;
out.templates = (await client.listResourceTemplates()).resourceTemplates.map((template) => template.uriTemplate);
out.prompts = (await client.listPrompts()).prompts.map((prompt) => prompt.name);
const audit = await client.getPrompt({ name: "audit_site", arguments: { site: "club.example" } });
out.audit = audit.messages[0].content.text;
const completed = await client.complete({
  ref: { type: "ref/resource", uri: "site://{host}/{+path}" },
  argument: { name: "path", value: "bo" },
  context: { arguments: { host: "club.example" } },
});
out.completed = completed.completion.values;
await client.close();
process.stdout.write(JSON.stringify(out));
