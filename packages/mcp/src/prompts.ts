import type { McpServer } from '@modelcontextprotocol/server';
import { z } from 'zod';

interface Prompt {
  name: string;
  title: string;
  description: string;
  text: string;
  /** What the user fills in; `{{…}}` in the text. */
  argument?: { name: string; description: string };
}

/** Work that an office does again and again, each with the tools it needs. */
const PROMPTS: readonly Prompt[] = [
  {
    name: 'morning_briefing',
    title: 'Morning briefing',
    description: 'What is on today, what is late, and what is unanswered.',
    text: `Prepare my morning briefing.
1. whoami, for the date.
2. dispatch_board for today: who is where, what is unassigned, and what overlaps time off.
3. find_records with kind lead and status new: who is waiting for a first contact.
4. find_records with kind follow_up and filters {"due": true}.
5. find_records with kind invoice and filters {"overdue": true}, and kind estimate with status sent,viewed.
6. find_records with kind quarantine: requests that a source sent and that could not become leads.
List what needs a person first, most urgent first, each with its lifecycle number. Change nothing.`,
  },
  {
    name: 'qualify_new_leads',
    title: 'Qualify new leads',
    description: 'Goes through new leads and proposes what to do with each.',
    text: `Go through the new leads.
1. find_records with kind lead and status new.
2. get_lifecycle for each: what the person asked for, and whether the person is known.
3. Propose for each: qualify (take_step lead.qualify), merge into a duplicate, or disqualify with a reason.
Show the list and wait for my decision before you change anything.`,
  },
  {
    name: 'chase_unpaid',
    title: 'Chase unpaid invoices',
    description: 'Finds overdue invoices and drafts a reminder for each.',
    text: `Find overdue invoices: find_records with kind invoice and filters {"overdue": true}.
For each, read get_lifecycle: what was agreed and when we last wrote. Leave out those with a message about it in the last 7 days.
Draft a short, friendly reminder for each, in the language of the contact. Show all drafts. Send with send_message only those that I approve.`,
  },
  {
    name: 'prepare_visit',
    title: 'Prepare a visit',
    description: 'One page for the technician: who, where, what, and what happened before.',
    argument: { name: 'lifecycle_number', description: 'Such as 100042-7.' },
    text: `Prepare the next visit under lifecycle number {{lifecycle_number}}.
Read get_lifecycle. Write one page for the technician: the contact and the address, the time, what is wrong in the person's own words, earlier visits and jobs, warranty, open invoices, and what to bring. Say what is not known. Change nothing.`,
  },
  {
    name: 'write_playbook',
    title: 'Write a playbook',
    description: 'Drafts an automation from a sentence.',
    argument: { name: 'goal', description: 'What should happen, and when.' },
    text: `Write a playbook for this goal: {{goal}}
1. Read the resource throughline://docs/playbooks, and the event types that matter: throughline://event-types/{type}.
2. api_read listPlaybooks: is there one already?
3. Show me the trigger and the steps in plain words, then the JSON.
4. When I agree, create it disabled: api_write createPlaybook with "enabled": false. Then try it with runPlaybook and "dry_run": true.`,
  },
];

export function registerPrompts(server: McpServer): void {
  for (const { name, title, description, text, argument } of PROMPTS) {
    const message = (filled: string) => ({
      messages: [{ role: 'user' as const, content: { type: 'text' as const, text: filled } }],
    });
    if (argument === undefined) {
      server.registerPrompt(name, { title, description }, () => message(text));
      continue;
    }
    const argsSchema = z.object({ [argument.name]: z.string().describe(argument.description) });
    server.registerPrompt(name, { title, description, argsSchema }, (args) =>
      message(text.replace(`{{${argument.name}}}`, args[argument.name] ?? '')),
    );
  }
}
