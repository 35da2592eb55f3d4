// Why a guard stops and what a finding means, with an example: printed by `explain` and in docs/errors.md, never in a
// run.

import type { ErrorCode } from '../errors.ts';

export const BACKGROUND: Partial<Readonly<Record<ErrorCode, string>>> = {
  'guard-deletes':
    'The limit is a number of people and of customers. Where 20 or more of a kind are recorded, a percentage counts too. The number to type is exact, so a plan that grew stops again.',
  'key-refused':
    '401 may mean a wrong URL as well as a bad key. So after one refetch of the key the other service is asked once, with the same key and headers. If it answers, the URL of the first is wrong (`wrong-url`). If it refuses too, the key, the X-sc headers or the host are wrong.',
  'untrusted-host':
    'The API key goes to the host that muster.yaml names, and whoever may open a pull request may edit muster.yaml. So the list comes from outside. The host as it is asked (region included), apiKey.endpoint and a proxy of the file must stand in it. Example: `host: cc.example.com` with `region: eu-central-1` needs `eu-central-1.cc.example.com` or `*.cc.example.com`. A proxy of HTTPS_PROXY and the sandbox need no entry. Neither the service nor the secrets manager was asked anything.',
  'bad-trusted-hosts':
    'Entries are host names with or without a port, or `*.` and a name, separated by commas or white space. In a file, from # to the end of a line is a comment. The path must be absolute: a relative one lies in the checkout, where a pull request can edit it.',
  'proxy-failed':
    'The proxy is asked for one CONNECT to the host and port. TLS begins only then, with the service itself. A proxy that answers 407 (user and password), 403 (host or port not allowed) or 502 (not reached) has seen nothing of a request, and none was sent.',
  'proxy-not-used':
    'A variable for other programs must not decide where a key goes. So this is said once a run, and by `muster doctor`, until the target says `proxy: environment` or `proxy: none`. Where NO_PROXY covers the host, there is nothing to say.',
  'wrong-url':
    'Said for a 404, for a redirect, and for a 401 while the other service accepts the same key and headers. Example: `adminPrefix: administration` where the environment has `admin`.',
  'profile-changed':
    'Plans name the answers they relied on. When one changes, an earlier review was about another service: look at the next plan before you apply it. The old answer stays in the profile until it is written anew.',
  'bad-profile':
    'The file is written by `muster doctor --probe --write`. A person may add an answer with `how: stated`. Plans rely on it: a wrong ceiling would make a list that was cut look whole. Solve a conflict of two branches by writing it anew.',
  'guard-same-object':
    'Example: `Ana@example.com` becomes `ana@example.com`. The service would get an add and a delete for one person, and their sequence decides whether that person keeps access. muster looks in all files, whatever `--only` says. Once the wrong account is gone from the service, it only leaves the state.',
  'offboard-blocked':
    'A customer pinned to a person who is gone waits for nobody until the pin lapses, 30 minutes after the customer is due. So customers are given away first and delete-user is sent last. In between the campaigns are searched once more, and any open customer still pinned stops the removal. A customer of somebody else is never written. No call lists campaigns, so pins are found only in those declared, recorded, or named under policy.offboard.campaigns.',
  'agent-unknown':
    'Example: C-7 is pinned to zoe@example.com of another team, who left. The platform would clear the pin after 30 minutes, so nothing else waits: C-7 alone is left as it is until the file names somebody else. `policy.agents: declared` asks about everybody who is not in the files, `any` about nobody. A drift report does not ask.',
  'agent-not-in-backend':
    'With `policy.agents: service-and-backend` everybody a customer is pinned to must be seen in the second system too, because that is where an agent logs in. Somebody whom the plan creates there is fine. Where the service does not show it, there is only a warning (agent-not-observable).',
  'time-in-past':
    'Example: 2025-12-01 in a list for December 2026, or an offset that was forgotten. The customer can be called at once.',
  'pin-lapses-early':
    'A pin is cleared 30 minutes after the customer became due. Whether a pin set later starts that half hour anew is not documented, so a pin on a customer who has been due for longer may be gone at once.',
  'pins-crowded':
    'Each pinned customer waits for the agent for 30 minutes. An agent with calls of ten minutes calls three; the others go to somebody else.',
  'zone-not-kept':
    'The status call and the transfer can set a time zone that no search shows, and an update without ItemTimeZone sets the default of the campaign. Example: a supervisor gave C-1 the zone Asia/Tokyo. The file changes its Name and names no zone, so the customer is called by the clock of the campaign.',
  'target-assumed':
    'The interface documents leave open how the paths of an environment begin and how people log in. A wrong prefix gives 404 for every request. A wrong identity asks for e-mail addresses that are ignored, or leaves out those that are needed.',
  'id-field-differs':
    'The service stores clientId in the data under clientIdFieldName. An intake file stores its id under the header of its first column. If the names differ, two tasks with the same id cannot be recognised as duplicates. The check looks at one task that is not ours.',
  'changes-expected-none':
    'You asked for this stop with `--expect-no-changes`. Example: a nightly `muster drift --expect-no-changes` ends with 7 after somebody edited by hand. Nothing was changed.',
  interrupted:
    'After Ctrl-C, or the SIGTERM of a cancelled job, no further request is sent. What is on a connection is left to its answer. Example: SIGTERM after 12 of 250 deletes, 8 under way: 20 are done, 230 are not tried. A second signal ends the run at once; the next run reads what was under way.',
  locked:
    'Two runs that write at the same time would each plan from a state that the other is about to change. The message names the holder. Nothing was read or sent. On one machine it is seen whether the holder still runs. Of a holder in another container, on another machine or from before a restart it is not: a run with --lock-timeout takes over after 60 seconds without a sign of life, and `muster unlock` frees the target by hand. A run whose lock is taken away sends nothing more, and its summary says what it did.',
  'hidden-character':
    'The service compares ids byte by byte. A leaver `ana@example.com` with a zero-width space is nobody, so the service would say "absent" while Ana is there. So an id (loginUserId, clientId, campaignName, a queue, a data key) has no control, format, zero-width, bidirectional or ignorable character, no variation selector, no white space other than the blank, and no blank at its start or end. The finding names the code point and its place. In YAML a name that the service has so is written with escapes, which a reader sees; adopt writes them. Such characters come along when text is copied from a web page, a mail or a spreadsheet. Outputs show them as escapes: `ana\\u200b`.',
  'tags-refused':
    'Example: `Name: !!binary TWFyaWE=` would be sent as the text that it stands for. Every other value of a desired file is the text that is written there.',
  'time-out-of-range':
    'Example: `0026-12-01T09:00:00Z`, where a century is missing. The rule holds for nextEarliestWorkTime, for the end of an ignore rule and for the days of a service profile.',
  conflict:
    'What muster did not create belongs to another team, to an intake file, or to a person who made it by hand. Example: `kim@example.com` was made by single sign-on last week, and the file declares it today. It was neither taken over nor changed.',
  'managed-elsewhere':
    'Two stacks that declare one customer would overwrite each other at every run. So even `adopt: true` does not take it over. Where the other stack added the customer and nobody was called, removing the line there deletes the task, and it is added here. Where that stack had adopted it, or an agent worked it, the line goes without a request and the marker stays: take the item `musterStack` off the task in the service, then say `adopt: true` here. After `name` or `stack` of a project changed and its state is lost, too: set the old name back, apply once, and change the name again. Nothing was sent.',
  'other-partition':
    'Who was called, and who was made by muster, is recorded by one partition. Example: the line of ana@example.com goes from a file of north to one of south, and somebody had removed her. South asks whether she gets the access back, because it takes over what north records; north keeps it until then. Without that she would be made again as if she were new.',
  twin: 'A request that names a task by its clientId takes one of two, and the service does not say which. Example: the intake file loaded C-1001 as R-7 although it was there as R-2. Neither was changed. With `previewRecordId: R-2` every request names that one. R-7 is left alone and reported, until `twins: { R-7: remove }` has it deleted, `merge` has its items taken over first, or `keep` says that it may stay.',
  'named-missing':
    'With a previewRecordId that no task has, the service adds a new task, so nothing is sent. Example: the file names R-7, which somebody removed, and C-1001 stands there as R-2 alone. Take the line out, and R-2 is the record again.',
  partial:
    'A user can be in one of the two systems only. Example: somebody removed ana@example.com from the second system, so she can take no call, while the service still lists her. No call adds one side to an existing user, so nothing was sent.',
  recreated:
    'The second system gives every user an id. When that id changes, the old account is gone and somebody else made the new one. Example: an administrator deleted ana@example.com and made her again with other permissions. The new account was neither used as ours nor deleted.',
  'undeclared-user':
    'A row that is missing from a spreadsheet may be a leaver, or half of a file that was saved while it was filtered. Example: people.csv had 400 rows yesterday and has 250 today. Nobody was deleted or forgotten. Each of the 150 is named until the file says what is meant.',
  'replace-needed':
    'The service has no call that updates a user, so a change means a delete and a create. Everything tied to the old account is lost. Example: an adopted user would be deleted although somebody else made it. The user was left as it is.',
  'create-refused':
    'Example: `kim@example.com` is in the second system alone, and the file says `adopt: true` and `behaviorIfInBackend: FAIL`. By the interface document the create is refused on both sides, so it was not sent.',
  'leaver-present':
    'A user with `ensure: absent` still has access, and muster did not create that access. Example: old.agent@example.com was made by hand in spring. It was reported and not deleted; `adopt: true` allows the delete.',
  'move-unclear':
    'A move is one transfer from one campaign to one other. When the customer is in both or in neither, a guess would call a customer twice or not at all. Example: C-1077 is in Spring and in Summer after a run was cut off. Neither was deleted, and nothing was added.',
  'gone-unclear':
    'A customer who disappears may be finished and cleared away, or deleted by mistake. The service does not say which. Example: C-1001 was open yesterday and is not found today. It was not added again, because that could call the customer a second time.',
  'moved-elsewhere':
    'A customer with our marker and the same clientId stands in another campaign, and will be called from there. Example: a supervisor moved C-1001 from Summer to Winter. It was neither added to Summer again nor moved back.',
  'target-occupied':
    'A transfer to a campaign that has the clientId already ends in a refusal, an overwrite or two tasks; the interface document does not say which. Example: C-1077 should move to Summer, where an intake file has loaded its own C-1077. Nothing was transferred.',
  'lost-answer':
    'The connection broke before an answer could be read, so the request may or may not have been done. muster looked several times and could not tell. Example: an add-user was cut off, and the user is not seen yet. The request was not sent again; the next run looks first.',
  unreadable:
    'Only an explicit answer about one person or customer counts. Example: the service answered 503 for C-1001. So it was not created, deleted or removed from the state.',
  'garbled-answer':
    'An answer that is cut, is HTML, or lacks a field proves nothing, even with HTTP 200. Example: a proxy answers with its login page. For a read, nothing was concluded. A write was not repeated, but settled by reading.',
  timeout:
    'No answer does not mean that something is absent or was not done. Example: the question about ana@example.com got no answer in 20 seconds. Nothing was concluded about her, and the report of this run is not called clean.',
  'guard-file-deletes':
    'Set by `policy.deletes.perFile` in muster.yaml; without it there is no such limit. A delete counts for the file that says `ensure: absent` or replaces a user. A customer whose line was removed counts for the file that declares its campaign. All users whose line was removed count as one file.',
  'guard-overwrite':
    'A value counts when it is neither what muster last wrote nor what the file says now: it was changed in the service and in Git. Where only the service changed, the plan sends the declared value again and says so. A pin that ended and a time that the platform changed never count.',
  'guard-first-run':
    'Where nothing of a kind (people), or nothing of a campaign, was recorded before, incomplete files are more likely than an intended removal. So the first run only adds. Removals, replaces and `ensure: completed | removed` come with the next one.',
  'guard-requests':
    'The number in the plan is exact apart from retries. Reading stops before it would send more than the limit. An apply is refused when reading and applying together would.',
  'guard-restores':
    'A person who is recorded, still declared, and gone from the service was removed by somebody: by an administrator after an incident, or by mistake. The file cannot tell which. So giving access back is a `restore`, shown first and stopped until the exact number is given. The other parts of the plan can be applied meanwhile by their own fingerprints. `policy.restore: always` gives access back without asking. A class of Pulumi that comes too late for the plan takes the number as the most that one update gives back.',
  'guard-interrupted':
    'An update that was killed leaves no answer. Pulumi keeps that it wrote a set or a customer, and neither when it began nor how far it came. What is seen now with our marker is taken over. What is absent may never have been sent, or sent, called and cleared away. So adding all of it again is one decision of a person. The number is exact, and what was cut off stays remembered until it is given, however soon the next update runs. A class of Pulumi that comes too late for the plan is refused as a whole, takes the number as the most that one update adds, and stays refused when Pulumi clears its pending creates.',
  'guard-incomplete':
    'What could not be read may be what forbids the delete. So none is sent until everything was read.',
  'guard-empty':
    'An empty folder, a wrong pattern in muster.yaml, or a checkout that failed looks the same as an intended removal of everybody. If that is what you want, use `muster destroy`.',
  'guard-unread-files':
    'Example: `sales.yaml` was renamed to `sales.yml`, and the pattern is `teams/**/*.yaml`. The people of the file are declared nowhere then, as if their lines had been taken out. Looked at are files with the endings of YAML and JSON in the project folder; `node_modules` and folders with a muster.yaml of their own are not.',
  'guard-ids':
    'A customer is known by the clientId alone. A spreadsheet that saves a list makes `123` of `00123` and `3.41525E+12` of `3415250000123`; a list whose ids are row numbers gives each customer the next id when a row is put in front. So a new id is asked about where it is such a form of an id that is finished or in no file any more, or has its number and name; and so are ids that get the number and name of another one.',
  'guard-vanished':
    'When the service knows none of the recorded users, it is more likely another tenant, or an emptied one, than that everybody left. To create all of them there would be as wrong as to drop them from the state.',
  'guard-unrecorded':
    'A customer who carries our marker was added, or taken over, by an apply of this stack. A ledger lies in `.muster`, which Git does not carry: a clone, a new runner and a new Pulumi stack have none. Example: 299 of 300 declared customers stand with our marker, and the customer of the last one was called and cleared away yesterday. Without state he looks like one who was never added. So nothing is added, customers are not taken over, and no person is changed where nothing at all is recorded. A declared customer with the marker of another stack says the same where nothing is recorded of the campaign: project, target or stack have another name now, or another stack calls these customers. An older copy that was put back is found in the same way: a declared customer with our marker is not in the state while another one would be added, or a `reissue` would call somebody who is open again or was called since. Of a campaign in which no such customer is left nothing shows it.',
  'guard-older-files':
    'An older run of a pipeline that is started again, one that ends late, or a clone that is behind would quietly put an older commit back: who was removed gets access again, and a task that was dropped is added. State keeps the commit and the tree that were applied last. Files of a commit that does not contain that one, and is no squash of it, stop the apply. The plan names both commits, when each was made and what would change. A revert is a new commit and asks nothing. A shallow clone (`fetch-depth: 1`) often has no history to look at: there only files committed earlier ask. Without Git nothing is compared.',
  'guard-unsaved':
    'With PULUMI_SKIP_CHECKPOINTS Pulumi saves the stack once, at the end. An update that is killed is then as if it had never been: its customers are called and cleared away, and the next `pulumi up` adds all of them again. Of customers with our marker who still stand, the next plan takes over what it sees.',
  'plan-stale':
    'A fingerprint covers the target, the content of the desired files, recorded state, what was observed, what was read of policy and service profile, and what would be written. When one of these changed, the plan is another one. It is used once: what is left of it after a stop, a refusal or a lost answer is still approved by it, until another apply carries out something else. With `--fingerprint @FILE` the changes that are new, gone or different are listed. `--allow-subset` accepts a plan that does less, and `--max-plan-age` limits how old an approval may be.',
  'left-for-approval':
    'A plan has up to four parts (what it removes, whose access it gives back, what it repairs, what it adds), each with a fingerprint of its own. Applying one leaves the others as they are. That is no failure, and the exit code does not count it.',
};
