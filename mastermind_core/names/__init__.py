"""What has a name: public names, registered things, the version."""
