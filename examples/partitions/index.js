// The same folder through Pulumi: one resource per user and per record, from the same YAML files.
import 'musterctl/program';
