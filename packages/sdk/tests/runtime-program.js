// Plain JavaScript without modules of Node, so that every runtime can run it.
const [directory, baseUrl, token] = typeof Deno === 'undefined' ? process.argv.slice(2) : Deno.args;
const { Throughline } = await import(`${directory}/index.js`);
const { verifyWebhook } = await import(`${directory}/webhooks.js`);

const throughline = new Throughline({ baseUrl, token });
const lead = (number) => ({ phone: `+1415555010${number}`, service_needed: 'roofing' });
const created = await throughline.leads.create(lead(1));
await throughline.leads.create(lead(2));
await throughline.leads.create(lead(3));
const listed = await throughline.leads.list({ limit: 2 }).toArray();
const refused = await throughline.leads
  .create({ service_needed: 'roofing' })
  .catch((error) => error);

const streamed = [];
for await (const event of throughline.events.stream({ after: 0 })) {
  if (event.type.startsWith('lead.')) streamed.push(event.type);
  if (streamed.length === 3) break;
}

const content = new Blob(['phone,service_needed\n+14155550177,roofing\n']).stream();
const uploaded = await throughline.imports.create({ type: 'text/csv', content });

const secret = new Uint8Array(24).fill(1);
const body = '{"type":"lead.created"}';
const timestamp = String(Math.floor(Date.now() / 1000));
const key = await crypto.subtle.importKey('raw', secret, { name: 'HMAC', hash: 'SHA-256' }, false, [
  'sign',
]);
const bytes = new TextEncoder().encode(`event_1.${timestamp}.${body}`);
const signature = new Uint8Array(await crypto.subtle.sign('HMAC', key, bytes));
const base64 = (data) => btoa(String.fromCharCode(...data));
const headers = new Headers({
  'webhook-id': 'event_1',
  'webhook-timestamp': timestamp,
  'webhook-signature': `v1,${base64(signature)}`,
});
const verified = await verifyWebhook(body, headers, `whsec_${base64(secret)}`);
const forged = await verifyWebhook(`${body} `, headers, `whsec_${base64(secret)}`).catch(
  (error) => error,
);

console.log(
  JSON.stringify({
    created: created.status,
    listed: listed.length,
    refused: refused.code,
    streamed,
    uploaded: uploaded.import_id.startsWith('import_'),
    verified: verified.type,
    forged: forged.name,
  }),
);
