// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

interface Handler {
    function handleReceiveFinalizedMessage(uint32 domain, bytes32 sender, uint32 finality, bytes calldata body)
        external
        returns (bool);
}

/// Behaves as Circle's MessageTransmitterV2 does towards its users, with one attester. Written from its published
/// interface and message format. Placed at the address of the real one, so it is set up by a call.
contract CctpTransmitter {
    uint32 public constant version = 1;
    uint32 public localDomain;
    address public attester;
    bool public constant paused = false;
    mapping(bytes32 => uint256) public usedNonces;

    event MessageSent(bytes message);
    event MessageReceived(
        address indexed caller,
        uint32 sourceDomain,
        bytes32 indexed nonce,
        bytes32 sender,
        uint32 indexed finalityThresholdExecuted,
        bytes messageBody
    );

    function setUp(uint32 domain, address attester_) external {
        localDomain = domain;
        attester = attester_;
    }

    function sendMessage(
        uint32 destinationDomain,
        bytes32 recipient,
        bytes32 destinationCaller,
        uint32 minFinalityThreshold,
        bytes calldata messageBody
    ) external {
        require(destinationDomain != localDomain, "Domain is local domain");
        bytes32 sender = bytes32(uint256(uint160(msg.sender)));
        bytes memory start = abi.encodePacked(version, localDomain, destinationDomain, bytes32(0), sender, recipient);
        emit MessageSent(
            abi.encodePacked(start, destinationCaller, minFinalityThreshold, uint32(0), messageBody)
        );
    }

    function receiveMessage(bytes calldata message, bytes calldata attestation) external returns (bool) {
        require(_signer(keccak256(message), attestation) == attester, "Invalid signature: not attester");
        require(uint32(bytes4(message[8:12])) == localDomain, "Invalid destination domain");
        bytes32 caller = bytes32(message[108:140]);
        require(
            caller == 0 || caller == bytes32(uint256(uint160(msg.sender))), "Invalid caller for message"
        );
        require(uint32(bytes4(message[0:4])) == version, "Invalid message version");
        bytes32 nonce = bytes32(message[12:44]);
        require(usedNonces[nonce] == 0, "Nonce already used");
        usedNonces[nonce] = 1;
        _handle(message, nonce);
        return true;
    }

    function _handle(bytes calldata message, bytes32 nonce) private {
        uint32 domain = uint32(bytes4(message[4:8]));
        bytes32 sender = bytes32(message[44:76]);
        uint32 finality = uint32(bytes4(message[144:148]));
        Handler recipient = Handler(address(uint160(uint256(bytes32(message[76:108])))));
        require(finality >= 2000, "Fast transfers are not part of this stand-in");
        require(
            recipient.handleReceiveFinalizedMessage(domain, sender, finality, message[148:]),
            "handleReceiveFinalizedMessage() failed"
        );
        emit MessageReceived(msg.sender, domain, nonce, sender, finality, message[148:]);
    }

    function _signer(bytes32 digest, bytes calldata signature) private pure returns (address) {
        require(signature.length == 65, "Invalid attestation length");
        return ecrecover(
            digest, uint8(signature[64]), bytes32(signature[0:32]), bytes32(signature[32:64])
        );
    }
}
