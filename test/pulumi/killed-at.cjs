// `node --require` for a command that is killed, as by a loss of power, before its step MUSTER_KILL_AT, by number or beginning: a write
// to a ledger, a file of the project, or a program that it starts (pulumi, git). Every step is a line of MUSTER_KILL_LOG. Processes that the command
// starts are not counted. With MUSTER_KILL_WHEN the end comes while that program runs: as soon as the file says the text.

const child = require('node:child_process');
const fs = require('node:fs');
const module_ = require('node:module');
const { StatementSync } = require('node:sqlite');
const { promisify } = require('node:util');
const { isMainThread, Worker } = require('node:worker_threads');

const { MUSTER_KILL_AT: last, MUSTER_KILL_LOG: log, MUSTER_KILL_WHEN: when } = process.env;

if (log !== undefined && isMainThread) {
  for (const name of ['MUSTER_KILL_AT', 'MUSTER_KILL_LOG', 'MUSTER_KILL_WHEN']) delete process.env[name];
  const { appendFileSync } = fs;
  let steps = 0;
  const step = (what) => {
    steps += 1;
    if (last !== undefined && (steps === Number(last) || what.startsWith(last))) process.kill(process.pid, 'SIGKILL');
    appendFileSync(log, `${what}\n`);
  };
  const told = (real, tell) =>
    function (...args) {
      const what = tell(...args);
      if (what !== null) step(what);
      return real.apply(this, args);
    };
  const before = (owner, name, tell) => {
    const { [name]: real } = owner;
    owner[name] = told(real, tell);
    if (real[promisify.custom]) owner[name][promisify.custom] = told(real[promisify.custom], tell);
  };
  const ofProject = (file) => (String(file).includes('.muster/') ? `file ${String(file).split('.muster/')[1]}` : null);
  const started = (file, args) => `start ${[file, ...(Array.isArray(args) ? args : [])].slice(0, 3).join(' ')}`;
  before(StatementSync.prototype, 'run', () => 'ledger, lock');
  before(Worker.prototype, 'postMessage', (batch) => (batch === null ? null : 'ledger'));
  for (const name of ['writeFileSync', 'renameSync', 'linkSync']) before(fs, name, ofProject);
  for (const name of ['spawn', 'execFile']) before(child, name, started);
  if (when !== undefined) endWhile(JSON.parse(when));
  module_.syncBuiltinESMExports();
}

/** The whole tree of processes, as on a lost machine: the engine's children are process groups of their own. */
function endWhile({ file, text }) {
  const look = setInterval(() => {
    if (!fs.existsSync(file) || !fs.readFileSync(file, 'utf8').includes(text)) return;
    clearInterval(look);
    const rows = child.execFileSync('ps', ['-eo', 'pid=,ppid=']).toString().trim().split('\n');
    const pairs = rows.map((row) => row.trim().split(/\s+/u).map(Number));
    const all = new Set([process.pid]);
    for (const parent of all) for (const [pid, ppid] of pairs) if (ppid === parent) all.add(pid);
    for (const pid of [...all].reverse()) kill(pid);
  }, 5);
}

function kill(pid) {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It ended by itself meanwhile.
  }
}
